import { anyOf, defineServer, into, serve, within } from '#server/define-server.ts'
import { pinnable, servePins } from '../drawings/slots.ts'
import { projects } from '../projects/entities.ts'
import { dateDefaults, makeDefaults } from './defaults.ts'
import { tasks, type Task } from './entities.ts'
import { seesOwnOnly } from '../users/guards.ts'
import { tellAssigned, tellCompleted, tellMessage } from './tell.ts'
import { deriveTask, tellCounts, validateTask } from './places.ts'

export default defineServer({
  serve: [
    serve(tasks, {
      visible: ({ user }) => ({
        project_id: within(projects),
        ...(seesOwnOnly(user) && anyOf<Task>({ assigned_id: user.id }, { user_id: user.id })),
      }),
      derive: deriveTask,
      validate: validateTask,
      afterSave: tellCounts,
    }),
    servePins(tasks),
  ],
  fills: [into(pinnable, tasks)],
  subscribe: [makeDefaults, dateDefaults, tellAssigned, tellCompleted, tellMessage],
  sample: () => import('./sample/sample.ts'),
})
