import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { inOrder, labelIn } from './grouping.ts'
import type { ProjectCodes } from './use-project-codes.ts'

/** The maximum number of options shown; a search finds the others. */
const MOST = 50

/**
 * The active codes that contain all typed words: recent ones first, under their own heading, then the others in the
 * project's order.
 */
export function optionsFor({ categories, codes }: ProjectCodes, recent: readonly Id[], text: string): Option<Id>[] {
  const words = textKey(text).split(/\s+/).filter(Boolean)
  const place = new Map(categories.toSorted(inOrder).map((category, at) => [category.id, { category, at }]))
  const placeOf = (id: Id | null) => place.get(id ?? 0)?.at ?? categories.length
  const rank = new Map(recent.map((id, at) => [id, at - recent.length]))
  const found = codes.flatMap((code) => {
    if (!code.active) return []
    const label = labelIn(code, place.get(code.cost_code_category_id ?? 0)?.category)
    const key = textKey(label)
    return words.every((word) => key.includes(word)) ? [{ code, label }] : []
  })
  const sorted = found.sort(
    ({ code: a }, { code: b }) =>
      (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0) ||
      placeOf(a.cost_code_category_id) - placeOf(b.cost_code_category_id) ||
      inOrder(a, b),
  )
  const headed = sorted.some(({ code }) => rank.has(code.id))
  return sorted.slice(0, MOST).map(({ code: { id }, label }) => ({
    value: id,
    label,
    ...(headed && { group: rank.has(id) ? 'Recent' : 'All codes' }),
  }))
}
