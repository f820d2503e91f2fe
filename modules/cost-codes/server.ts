import { defineServer, serve } from '#server/define-server.ts'
import { costCodeCategories, costCodes } from './entities.ts'

export default defineServer({
  serve: [
    serve(costCodeCategories, {}),
    serve(costCodes, {
      async validate(draft, before, { find }) {
        const id = draft.cost_code_category_id
        if (!id || id === before?.cost_code_category_id) return undefined
        const category = await find(costCodeCategories, id)
        const here = category?.project_id === (before?.project_id ?? draft.project_id)
        return here ? undefined : { cost_code_category_id: ['Choose a category of this project.'] }
      },
    }),
  ],
})
