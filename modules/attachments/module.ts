import { defineModule } from '#core/module/define-module.ts'
import { attachments, isViewable, previewUrl, type Attachment } from './entities.ts'

export default defineModule({
  id: 'attachments',
  entities: [attachments],
  pictures: {
    entity: attachments,
    pathOf(record) {
      // Safe because these are the entity's own records.
      const attachment = record as Attachment
      return isViewable(attachment) ? previewUrl(attachment, 320) : null
    },
  },
})
