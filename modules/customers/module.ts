import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { customers } from './entities.ts'

const viewers = can('view', 'customers')

export default defineModule({
  entities: [customers],
  routes: {
    '/customers': { guard: viewers, screen: () => import('./screens/customers-screen.tsx') },
    '/customers/:customer_id': { guard: viewers, screen: () => import('./screens/customer-screen.tsx') },
  },
})
