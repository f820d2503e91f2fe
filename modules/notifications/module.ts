import { signedIn } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { phoneMenu, phoneMenuMarks, topBarEnd } from '#blocks/slots.ts'
import { notifications } from './entities.ts'

export default defineModule({
  id: 'notifications',
  entities: [notifications],
  fills: [
    into(topBarEnd, () => import('./parts/bell.tsx'), { guard: signedIn, order: 10 }),
    into(phoneMenu, () => import('./parts/menu-entry.tsx'), { guard: signedIn }),
    into(phoneMenuMarks, () => import('./parts/menu-mark.tsx'), { guard: signedIn }),
  ],
})
