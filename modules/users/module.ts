import { can, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { customerParts } from '../customers/index.ts'
import { users } from './entities.ts'

const admins = can('edit', 'users')

export default defineModule({
  entities: [users],
  fills: [customerParts(() => import('./parts/customer-contacts.tsx'), { guard: staff, order: 10 })],
  routes: { '/users': { guard: admins, screen: () => import('./screens/users-screen.tsx') } },
})
