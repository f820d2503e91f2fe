import { defineModule } from '#core/module/define-module.ts'
import { attachments } from './entities.ts'

export default defineModule({
  entities: [attachments],
  keeps: () => import('./parts/kept-photos.ts'),
})
