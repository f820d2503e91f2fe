import { savedViews } from '#blocks/slots.ts'
import { defineModule } from '#core/module/define-module.ts'
import { listViews } from './entities.ts'

export default defineModule({
  entities: [listViews],
  fills: [savedViews(listViews)],
})
