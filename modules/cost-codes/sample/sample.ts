import type { Sample } from '#server/define-server.ts'
import { defaultCostCodeCategories, defaultCostCodes } from '../../default-cost-codes/entities.ts'
import { projects } from '../../projects/entities.ts'
import { costCodeCategories, costCodes } from '../entities.ts'

export const sample: Sample = {
  after: ['default-cost-codes', 'projects'],
  async seed({ save, all }, { pick }) {
    const categories = await all(defaultCostCodeCategories)
    const codes = await all(defaultCostCodes)
    for (const [at, project] of (await all(projects, { archived_at: null })).entries()) {
      // Some projects are new and have no codes. The first has all codes except low voltage and lighting.
      const first = at === 0
      if (at % 9 === 7) continue
      for (const { id, number, name } of categories) {
        const chosen = codes
          .filter((code) => code.default_cost_code_category_id === id)
          .filter((code) => (first ? number !== '27' && code.name !== 'Lighting' : pick(5) > 0))
        if (!chosen.length) continue
        const category = await save(costCodeCategories, { project_id: project.id, number, name })
        for (const code of chosen)
          await save(costCodes, {
            project_id: project.id,
            cost_code_category_id: category.id,
            number: code.number,
            name: code.name,
            budget_hours: 16 + 8 * pick(40),
            // The sample of time says how much of what was worked on is done.
            percent_complete: 0,
            active: first || pick(12) > 0,
          })
      }
    }
  },
}
