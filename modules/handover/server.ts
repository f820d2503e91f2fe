import { between, defineServer, serve, within } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { handovers } from './entities.ts'
import { deriveHandover, enqueueHandover, handoverJobs, retryHandover, validateHandover } from './server/make.ts'
import { choicesIn } from './server/fill.ts'

export default defineServer({
  serve: [
    serve(handovers, {
      // What is in it is what one person may see.
      visible: ({ user }) => ({ user_id: user.id, project_id: within(projects) }),
      uploads: { mayBegin: () => 'A package is made of a job, and none is uploaded.' },
      validate: validateHandover,
      derive: deriveHandover,
      afterSave: (handover, before, ctx) => (before ? undefined : enqueueHandover(handover, ctx)),
      actions: { retry: retryHandover },
      queries: { choices: choicesIn },
    }),
  ],
  jobs: handoverJobs,
  retention: [
    {
      name: 'Closeout packages, with their files',
      entity: handovers,
      days: 14,
      files: true,
      expired: (before) => ({ created_at: between(null, before) }),
    },
  ],
})
