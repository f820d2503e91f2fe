import { costCodeNumber } from '#lib/cost-codes.ts'
import { atCompletion, totalAtCompletion, type HoursAtCompletion, type ProjectHours } from '#lib/hours-at-completion.ts'
import type { CostCode, CostCodeCategory } from '../../cost-codes/entities.ts'

/** A cost code with its hours at completion. */
export interface HoursRow extends HoursAtCompletion {
  readonly id: number
  /** `category number.number`. */
  readonly number: string
  readonly name: string
  readonly active: boolean
}

/** The codes of a project by number: active ones, and others as far as they have a budget or hours. */
export function hoursRows(
  categories: readonly Pick<CostCodeCategory, 'id' | 'number'>[],
  codes: readonly CostCode[],
): HoursRow[] {
  const numbers = new Map(categories.map(({ id, number }) => [id, number]))
  return codes
    .filter(({ active, budget_hours, booked_hours = 0 }) => active || booked_hours > 0 || budget_hours !== null)
    .map(({ id, number, name, active, cost_code_category_id, budget_hours, booked_hours, percent_complete }) => ({
      id,
      name,
      active,
      number: costCodeNumber({ number, name, category_number: numbers.get(cost_code_category_id ?? 0) ?? null }),
      ...atCompletion({ budget: budget_hours, percent: percent_complete, actual: booked_hours ?? 0 }),
    }))
    .toSorted((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }))
}

const HEADER = [
  'budget_hours',
  'actual_hours',
  'percent_complete',
  'earned_hours',
  'productivity',
  'projected_hours',
  'over_hours',
]
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
const cells = ({ budget, actual, percent, earned, productivity, projected, over }: HoursAtCompletion) =>
  [budget, actual, percent, earned, productivity, projected, over].map(rounded)

/** The codes of a project with their total, as lines of a CSV file. */
export const codeLines = (rows: readonly HoursRow[]): unknown[][] => [
  ['number', 'name', ...HEADER],
  ...rows.map((row) => [row.number, row.name, ...cells(row)]),
  ['', 'All codes', ...cells(totalAtCompletion(rows))],
]
/** The projects with their total, as lines of a CSV file. */
export const projectLines = (rows: readonly ProjectHours[]): unknown[][] => [
  ['project_number', 'project', ...HEADER],
  ...rows.map((row) => [row.number, row.name, ...cells(row)]),
  ['', 'All projects', ...cells(totalAtCompletion(rows))],
]
