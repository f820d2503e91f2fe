import type { CostCode, CostCodeCategory } from '../entities.ts'

const base = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at: null }

/** A category of project 1, for tests. */
export const buildCategory = (values: Partial<CostCodeCategory> & { id: number }): CostCodeCategory => ({
  ...base,
  project_id: 1,
  number: String(values.id),
  name: `Category ${values.id}`,
  sort: -1,
  ...values,
})

/** A code of project 1 in no category, for tests. */
export const buildCode = (values: Partial<CostCode> & { id: number }): CostCode => ({
  ...base,
  project_id: 1,
  cost_code_category_id: null,
  number: String(values.id),
  name: `Code ${values.id}`,
  budget_hours: null,
  percent_complete: null,
  active: true,
  sort: -1,
  category_number: null,
  category_name: null,
  project_number: '26-001',
  ...values,
})
