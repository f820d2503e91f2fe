import { savedViews } from '#blocks/slots.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { listViews } from './entities.ts'

export default defineModule({
  id: 'list-views',
  entities: [listViews],
  fills: [into(savedViews, listViews)],
})
