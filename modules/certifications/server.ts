import { can } from '#core/access/access.ts'
import { defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { oneFile, scanProblem } from '../attachments/guards.ts'
import { certifications } from './entities.ts'

export default defineServer({
  serve: [
    serve(certifications, {
      // Who plans is warned of what runs out; everybody else sees their own.
      visible: ({ user }) => can('edit', 'users')(user) || can('edit', 'schedule')(user) || { user_id: user.id },
    }),
    serve(
      attachments,
      oneFile({
        table: certifications.table,
        check({ mime }) {
          const problem = scanProblem('scan', mime)
          if (problem) refuse(problem, { file: [problem] })
        },
        current: async (id, { find }: Ctx) => (await find(certifications, id))?.document_id,
        name: (id, document_id, { save }) => save(certifications, { id, document_id }),
      }),
    ),
  ],
})
