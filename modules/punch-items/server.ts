import { defineServer, serve } from '#server/define-server.ts'
import { handoverParts, partOf } from '../handover/slots.ts'
import { serveItems } from '../work-items/serve.ts'
import { sampleParts } from '../projects/slots.ts'
import { sampleItems } from './server/sample-items.ts'
import { workItems } from '../work-items/slots.ts'
import { mailItems, validateMailing } from './server/mailings.ts'
import { punchItems, punchMailings } from './entities.ts'
import { photoIdsOf } from './server/photo-ids.ts'
import { tellItems } from './tell.ts'
import { deriveItem } from './server/assigning.ts'

export default defineServer({
  serve: [
    ...serveItems(punchItems, { derive: deriveItem, computed: { photo_ids: photoIdsOf } }),
    serve(punchMailings, {
      uploads: true,
      validate: validateMailing,
      afterSave: mailItems,
    }),
  ],
  fills: [
    workItems(punchItems),
    sampleParts(sampleItems),
    handoverParts(
      partOf({
        key: 'punch',
        label: 'Punch items',
        order: 20,
        entity: punchItems,
        columns: ['assigned_id', 'location', 'due_date'],
      }),
    ),
  ],
  subscribe: tellItems,
})
