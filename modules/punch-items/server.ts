import { guest } from '#core/access/access.ts'
import { anyOf, defineServer, into, serve, within } from '#server/define-server.ts'
import { pinnable, servePins } from '../drawings/slots.ts'
import { projects } from '../projects/entities.ts'
import { mailItems, validateMailing } from './mailings.ts'
import { punchItems, punchMailings, type PunchItem } from './entities.ts'
import { seesOwnOnly } from '../users/guards.ts'
import { photoIdsOf } from './photo-ids.ts'
import { tellAssigned, tellMessage, tellStep } from './tell.ts'
import { deriveItem, tellCounts, validateItem } from './assigning.ts'

export default defineServer({
  serve: [
    serve(punchItems, {
      // Guests never see private items; employees and contacts see what they made or have to do.
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(guest(user) && { private: false }),
        ...(seesOwnOnly(user) && anyOf<PunchItem>({ assigned_id: user.id }, { user_id: user.id })),
      }),
      derive: deriveItem,
      validate: validateItem,
      afterSave: tellCounts,
      computed: { photo_ids: photoIdsOf },
    }),
    serve(punchMailings, {
      uploads: true,
      validate: validateMailing,
      afterSave: mailItems,
    }),
    servePins(punchItems),
  ],
  fills: [into(pinnable, punchItems)],
  subscribe: [tellAssigned, tellStep, tellMessage],
  sample: () => import('./sample/sample.ts'),
})
