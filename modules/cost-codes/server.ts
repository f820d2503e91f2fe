import type { Id } from '#core/access/access.ts'
import { defineServer, refuse, serve, type Ctx } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { archivedProblem } from '../projects/guards.ts'
import { costCodeCategories, costCodes } from './entities.ts'

interface OfProject {
  before: { project_id: Id } | null
  draft: { project_id?: Id }
}

/** Nothing is written, moved or deleted in an archived project. */
async function mayWrite(_verb: string, { before, draft }: OfProject, { find }: Ctx): Promise<true> {
  const project = await find(projects, before?.project_id ?? draft.project_id ?? 0)
  const problem = project && archivedProblem(project)
  return problem ? refuse(problem) : true
}

export default defineServer({
  serve: [
    serve(costCodeCategories, { may: mayWrite }),
    serve(costCodes, {
      may: mayWrite,
      async validate(draft, before, { find }) {
        const id = draft.cost_code_category_id
        if (!id || id === before?.cost_code_category_id) return undefined
        const category = await find(costCodeCategories, id)
        const here = category?.project_id === (before?.project_id ?? draft.project_id)
        return here ? undefined : { cost_code_category_id: ['Choose a category of this project.'] }
      },
      filters: { status: (status) => (status === 'all' ? {} : { active: status === 'active' }) },
    }),
  ],
  sample: () => import('./sample.ts'),
})
