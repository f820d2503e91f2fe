import { can, guest } from '#core/access/access.ts'
import { anyOf, defineServer, serve, within } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { projects } from '../projects/entities.ts'
import { mailItems, validateMailing } from './mailings.ts'
import { punchItems, punchMailings, type PunchItem } from './entities.ts'
import { seesOwnOnly } from '../users/guards.ts'
import { mayAddPhoto } from './guards.ts'
import { photoIdsOf } from './photo-ids.ts'
import { tellAssigned, tellMessage, tellStep } from './tell.ts'
import { close, complete, deriveItem, mayAssignIn, reject, reopen, tellCounts, validateItem } from './rules.ts'

export default defineServer({
  serve: [
    serve(punchItems, {
      // Guests never see private items; employees and contacts see what they made or have to do.
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(guest(user) && { private: false }),
        ...(seesOwnOnly(user) && anyOf<PunchItem>({ assigned_id: user.id }, { user_id: user.id })),
      }),
      may: (verb, { before, draft }, ctx) =>
        verb === 'create' || verb === 'edit' ? mayAssignIn(draft, before, ctx) : true,
      derive: deriveItem,
      validate: validateItem,
      afterSave: tellCounts,
      // Whoever sees an item may write about it. Files and messages are removed by their author, and by those who may
      // delete items.
      mayAttach: ({ child, verb, before }, item, { user }) =>
        verb === 'create'
          ? child !== attachments || mayAddPhoto(item, user)
          : before?.user_id === user.id || can('delete', 'punchItems')(user),
      computed: { photo_ids: photoIdsOf },
      actions: { complete, close, reject, reopen },
    }),
    serve(punchMailings, {
      uploads: true,
      validate: validateMailing,
      afterSave: mailItems,
    }),
  ],
  subscribe: [tellAssigned, tellStep, tellMessage],
  sample: () => import('./sample.ts'),
})
