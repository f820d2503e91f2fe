import { signedIn } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { topBarEnd } from '#blocks/slots.ts'
import { notifications } from './entities.ts'

export default defineModule({
  id: 'notifications',
  entities: [notifications],
  fills: [into(topBarEnd, () => import('./parts/bell.tsx'), { guard: signedIn, order: 10 })],
})
