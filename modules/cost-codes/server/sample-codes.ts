import type { SamplePart } from '../../projects/slots.ts'
import { costCodeCategories, costCodes } from '../entities.ts'

/** The codes of the sample project: number, name, and the hours it is sold for. */
const codes = [
  ['010', 'Mobilize', 16],
  ['110', 'Rough-in', 120],
  ['120', 'Equipment', 80],
  ['130', 'Trim', 60],
  ['900', 'Punch', 24],
] as const

export const sampleCodes: SamplePart = {
  of: costCodes,
  async add({ id: project_id }, { save }) {
    const { id } = await save(costCodeCategories, { project_id, number: '01', name: 'Work' })
    await save(
      costCodes,
      codes.map(([number, name, budget_hours]) => ({
        project_id,
        cost_code_category_id: id,
        number,
        name,
        budget_hours,
      })),
    )
  },
}
