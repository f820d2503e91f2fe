import { can } from '#core/access/access.ts'
import { anyOf, defineServer, serve, within } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { projects } from '../projects/entities.ts'
import { dateDefaults, makeDefaults } from './defaults.ts'
import { tasks, type Task } from './entities.ts'
import { seesOwnOnly } from '../users/guards.ts'
import { mayStep } from './guards.ts'
import { tellAssigned, tellCompleted, tellMessage } from './tell.ts'
import { deriveTask, mayAssignIn, tellCounts, tick, validateTask } from './rules.ts'

export default defineServer({
  serve: [
    serve(tasks, {
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(seesOwnOnly(user) && anyOf<Task>({ assigned_id: user.id }, { user_id: user.id })),
      }),
      may(verb, { before, draft }, ctx) {
        if (verb === 'tick') return before !== null && mayStep(before, ctx.user)
        return verb === 'create' || verb === 'edit' ? mayAssignIn(draft, before, ctx) : true
      },
      derive: deriveTask,
      validate: validateTask,
      afterSave: tellCounts,
      mayAttach: ({ child, verb, before }, task, { user }) =>
        verb === 'create'
          ? child !== attachments || mayStep(task, user)
          : before?.user_id === user.id || can('delete', 'tasks')(user),
      actions: { tick },
    }),
  ],
  subscribe: [makeDefaults, dateDefaults, tellAssigned, tellCompleted, tellMessage],
  sample: () => import('./sample.ts'),
})
