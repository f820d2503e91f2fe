import { can } from '#core/access/access.ts'
import { defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { attachments } from '../attachments/entities.ts'
import { oneFile, scanProblem } from '../attachments/guards.ts'
import { projects } from '../projects/entities.ts'
import { sampleParts } from '../projects/slots.ts'
import { overtimeSettings, rulesOf, workScheduleAgreements } from './entities.ts'
import { agreementProblems } from './guards.ts'

export default defineServer({
  serve: [
    serve(workScheduleAgreements, {
      // Users who enter time for others need everyone's agreements to compute overtime; others see their own.
      visible: ({ user }) => can('create', 'timeEntries')(user) || { user_id: user.id },
      async validate(draft, before, { all, find }) {
        const agreement = { ...before, ...draft }
        const [setting] = await all(overtimeSettings)
        const project = agreement.project_id ? await find(projects, agreement.project_id) : null
        return agreementProblems(agreement, rulesOf(setting), project?.address?.state || null)
      },
    }),
    serve(
      attachments,
      oneFile({
        table: workScheduleAgreements.table,
        check({ mime }) {
          const problem = scanProblem('signed document', mime)
          if (problem) refuse(problem, { file: [problem] })
        },
        current: async (id, { find }: Ctx) => (await find(workScheduleAgreements, id))?.document_id,
        name: (id, document_id, { save }) => save(workScheduleAgreements, { id, document_id }),
      }),
    ),
  ],
  fills: [
    sampleParts({
      of: workScheduleAgreements,
      async take(project_id, { pick, remove }) {
        for (const { id } of await pick(workScheduleAgreements, ['id'], { project_id }))
          await remove(workScheduleAgreements, id)
      },
    }),
  ],
  start: async ({ count, save }) => {
    if (!(await count(overtimeSettings))) await save(overtimeSettings, {})
  },
})
