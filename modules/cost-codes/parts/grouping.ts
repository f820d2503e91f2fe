import type { Id } from '#core/access/access.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { roundHours } from '#lib/numbers.ts'
import { textKey } from '#lib/text-key.ts'
import type { CostCode, CostCodeCategory } from '../entities.ts'

export type Status = 'active' | 'inactive' | 'all'

/** What is shown of a category. */
export type Category = Pick<CostCodeCategory, 'id' | 'number' | 'name' | 'sort'>

/** The sorted codes of one category; `category` is null for codes without one. */
interface CodeGroup {
  readonly category: Category | null
  readonly codes: readonly CostCode[]
  readonly hours: HoursOf
}

/** Hours of a code, or of several together. */
export interface HoursOf {
  /** Null where there is no budget. */
  readonly budget: number | null
  /** Null where the reader may not know it, or the server does not tell it. */
  readonly booked: number | null
}

/** The hours of one code. */
export const hoursOf = ({ budget_hours, booked_hours }: CostCode): HoursOf => ({
  budget: budget_hours,
  booked: booked_hours ?? null,
})

/** The hours that remain of a budget, below zero where more is booked; null where one of both is not known. */
export const leftOf = ({ budget, booked }: HoursOf): number | null =>
  budget === null || booked === null ? null : roundHours(budget - booked)

const together = (all: readonly HoursOf[]): HoursOf => ({
  budget: sumOf(all.map(({ budget }) => budget)),
  booked: sumOf(all.map(({ booked }) => booked)),
})

const numbers = new Intl.Collator('en', { numeric: true })

/** Compares by position, then by number in numeric order (9 before 10). */
export const inOrder = (
  a: Pick<CostCode, 'sort' | 'number' | 'id'>,
  b: Pick<CostCode, 'sort' | 'number' | 'id'>,
): number => a.sort - b.sort || numbers.compare(a.number, b.number) || a.id - b.id

/** A code's label, with the current number and name of its category. */
export const labelIn = (
  { number, name, category_number, category_name }: CostCode,
  category: Category | null | undefined,
): string =>
  costCodeLabel({
    number,
    name,
    category_number: category?.number ?? category_number,
    category_name: category?.name ?? category_name,
  })

/** The total of what is known; null if nothing is. It adds hundredths of an hour, to avoid floating-point errors. */
function sumOf(hours: readonly (number | null)[]): number | null {
  const known = hours.filter((one) => one !== null)
  return known.length ? known.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100 : null
}

/**
 * Groups a project's codes by category, filtered by status and by words that must all occur in number, name or category.
 * Codes without a category come last. Empty categories are included, except in a search or with status `inactive`.
 */
export function groupCodes(
  categories: readonly Category[],
  codes: readonly CostCode[],
  { status = 'all', search = '' }: { status?: Status; search?: string } = {},
): CodeGroup[] {
  const words = textKey(search).split(/\s+/).filter(Boolean)
  const known = new Map<Id | null, Category>(categories.map((category) => [category.id, category]))
  const fits = (code: CostCode) => {
    if (status !== 'all' && code.active !== (status === 'active')) return false
    if (!words.length) return true
    const label = textKey(labelIn(code, known.get(code.cost_code_category_id)))
    return words.every((word) => label.includes(word))
  }
  const byCategory = Map.groupBy(codes.filter(fits), (code) => known.get(code.cost_code_category_id) ?? null)
  return [...categories.toSorted(inOrder), null].flatMap((category) => {
    const own = byCategory.get(category)?.toSorted(inOrder) ?? []
    const included = own.length > 0 || (category !== null && !words.length && status !== 'inactive')
    return included ? [{ category, codes: own, hours: together(own.map(hoursOf)) }] : []
  })
}

/** A group as it is shown, whose rows hold their codes. */
export interface Group extends Omit<CodeGroup, 'codes'> {
  readonly ids: readonly Id[]
}
export const shownOf = (groups: readonly CodeGroup[]): Group[] =>
  groups.map(({ category, codes, hours }) => ({ category, ids: codes.map(({ id }) => id), hours }))

export const totalOf = (groups: readonly Group[]): { count: number; hours: HoursOf } => ({
  count: groups.reduce((count, { ids }) => count + ids.length, 0),
  hours: together(groups.map(({ hours }) => hours)),
})

/**
 * The position changes that sort a group like `shown`, its visible codes. Hidden codes keep their positions. Only changed
 * positions are returned.
 */
export function newSorts<R extends Pick<CostCode, 'id' | 'sort'>>(
  all: readonly R[],
  shown: readonly Id[],
): { id: Id; sort: number }[] {
  const wanted = new Set(shown)
  const byId = new Map(all.map((one) => [one.id, one]))
  const queue = shown.filter((id) => byId.has(id))
  const order = all.map((one) => (wanted.has(one.id) ? (byId.get(queue.shift() ?? one.id) ?? one) : one))
  return order.flatMap(({ id, sort }, at) => (sort === at ? [] : [{ id, sort: at }]))
}

/** The position of a new row: -1 (sorted by number) while nothing was sorted by hand, otherwise after the last one. */
export const nextSort = (others: readonly Pick<CostCode, 'sort'>[]): number => {
  const last = others.reduce((most, { sort }) => Math.max(most, sort), -1)
  return last < 0 ? -1 : last + 1
}
