import { defineServer, serve } from '#server/define-server.ts'
import { handoverParts, partOf } from '../handover/slots.ts'
import { sampleParts } from '../projects/slots.ts'
import { costCodeCategories, costCodes } from './entities.ts'
import { sampleCodes } from './server/sample-codes.ts'

export default defineServer({
  fills: [
    sampleParts(sampleCodes),
    handoverParts(
      partOf({
        key: 'cost_codes',
        label: 'Cost codes',
        order: 80,
        entity: costCodes,
        columns: ['budget_hours', 'percent_complete'],
        pdf: false,
      }),
    ),
  ],
  serve: [
    serve(costCodeCategories, {}),
    serve(costCodes, {
      // No rule of a code looks at the others of its request.
      async prepare() {},
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
