import { accountCards } from '#blocks/slots.ts'
import { defineModule } from '#core/module/define-module.ts'
import { shareLinks } from './entities.ts'

export default defineModule({
  entities: [shareLinks],
  fills: [accountCards(() => import('./parts/own-links.tsx'))],
})
