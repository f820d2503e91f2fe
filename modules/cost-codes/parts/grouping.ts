import type { Id } from '#core/access/access.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { textKey } from '#lib/text-key.ts'
import type { CostCode, CostCodeCategory } from '../entities.ts'

export type Status = 'active' | 'inactive' | 'all'

/** The codes of one category in their order; `category` is null for those that stand in none. */
export interface Group {
  readonly category: CostCodeCategory | null
  readonly codes: readonly CostCode[]
  /** What their budgets add up to. */
  readonly hours: number
}

const numbers = new Intl.Collator('en', { numeric: true })

/** By where they were dragged to, then by number: 9 before 10. */
export const inOrder = (
  a: Pick<CostCode, 'sort' | 'number' | 'id'>,
  b: Pick<CostCode, 'sort' | 'number' | 'id'>,
): number => a.sort - b.sort || numbers.compare(a.number, b.number) || a.id - b.id

/** A code as people say it, named by its category as that is called now. */
export const labelIn = (code: CostCode, category: CostCodeCategory | null | undefined): string =>
  costCodeLabel({ ...code, ...(category && { category_number: category.number, category_name: category.name }) })

/** Hours of several budgets, in cents of an hour so that halves and quarters add up. */
const sumOf = (codes: readonly CostCode[]): number =>
  codes.reduce((sum, { budget_hours }) => sum + Math.round((budget_hours ?? 0) * 100), 0) / 100

/**
 * A project's codes by category, narrowed by use and by words that number, name or category must hold. Whatever is in no
 * category comes last. An empty category stands too, unless something is searched or only what is out of use is shown.
 */
export function groupCodes(
  categories: readonly CostCodeCategory[],
  codes: readonly CostCode[],
  { status = 'all', search = '' }: { status?: Status; search?: string } = {},
): Group[] {
  const words = textKey(search).split(/\s+/).filter(Boolean)
  const known = new Map<Id | null, CostCodeCategory>(categories.map((category) => [category.id, category]))
  const fits = (code: CostCode) => {
    if (status !== 'all' && code.active !== (status === 'active')) return false
    if (!words.length) return true
    const label = textKey(labelIn(code, known.get(code.cost_code_category_id)))
    return words.every((word) => label.includes(word))
  }
  const byCategory = Map.groupBy(codes.filter(fits), (code) => known.get(code.cost_code_category_id) ?? null)
  return [...categories.toSorted(inOrder), null].flatMap((category) => {
    const own = byCategory.get(category)?.toSorted(inOrder) ?? []
    const stands = own.length > 0 || (category !== null && !words.length && status !== 'inactive')
    return stands ? [{ category, codes: own, hours: sumOf(own) }] : []
  })
}

export const totalOf = (groups: readonly Group[]): { count: number; hours: number } => ({
  count: groups.reduce((count, { codes }) => count + codes.length, 0),
  hours: groups.reduce((sum, { hours }) => sum + Math.round(hours * 100), 0) / 100,
})

/**
 * What to save so that `all` of a group stand as `shown` says: those not shown keep their places between the others.
 * Only what has another place than before is named.
 */
export function newPlaces<R extends Pick<CostCode, 'id' | 'sort'>>(
  all: readonly R[],
  shown: readonly Id[],
): { id: Id; sort: number }[] {
  const wanted = new Set(shown)
  const byId = new Map(all.map((one) => [one.id, one]))
  const queue = shown.filter((id) => byId.has(id))
  const order = all.map((one) => (wanted.has(one.id) ? (byId.get(queue.shift() ?? one.id) ?? one) : one))
  return order.flatMap(({ id, sort }, at) => (sort === at ? [] : [{ id, sort: at }]))
}

/** Where something new stands: by its number while nothing was dragged, else after all the others. */
export const nextPlace = (others: readonly Pick<CostCode, 'sort'>[]): number => {
  const last = others.reduce((most, { sort }) => Math.max(most, sort), -1)
  return last < 0 ? -1 : last + 1
}
