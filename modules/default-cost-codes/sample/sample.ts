import type { Sample } from '#server/define-server.ts'
import { defaultCostCodeCategories, defaultCostCodes } from '../entities.ts'
import { electrical } from '../trade-lists.ts'

export const sample: Sample = {
  async seed({ save }) {
    for (const [number, name, codes] of electrical.categories) {
      const category = await save(defaultCostCodeCategories, { number, name })
      for (const [code, title] of codes)
        await save(defaultCostCodes, { default_cost_code_category_id: category.id, number: code, name: title })
    }
  },
}
