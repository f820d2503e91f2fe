import type { Sample } from '#server/define-server.ts'
import { defaultCostCodeCategories, defaultCostCodes } from '../entities.ts'

const book = [
  [
    '01',
    'General',
    [
      ['010', 'Mobilize'],
      ['020', 'Supervision'],
      ['030', 'Cleanup'],
    ],
  ],
  [
    '26',
    'Electrical',
    [
      ['110', 'Underground conduit'],
      ['120', 'Branch rough-in'],
      ['130', 'Feeders'],
      ['140', 'Gear'],
      ['150', 'Trim'],
      ['160', 'Lighting'],
    ],
  ],
  [
    '27',
    'Low voltage',
    [
      ['210', 'Data'],
      ['220', 'Fire alarm'],
    ],
  ],
] as const

export const sample: Sample = {
  async seed({ save }) {
    for (const [number, name, codes] of book) {
      const category = await save(defaultCostCodeCategories, { number, name })
      for (const [code, title] of codes)
        await save(defaultCostCodes, { default_cost_code_category_id: category.id, number: code, name: title })
    }
  },
}
