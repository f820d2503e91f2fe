import type { DraftOf } from '#core/entity/entity.ts'
import { textKey } from '#lib/text-key.ts'
import type { DefaultCostCode, DefaultCostCodeCategory } from '../../default-cost-codes/entities.ts'
import type { CostCode, CostCodeCategory, costCodeCategories, costCodes } from '../entities.ts'
import { inOrder, nextPlace } from './grouping.ts'
import type { ProjectCodes } from './use-project-codes.ts'

/** One branch of the company's defaults: a category with the codes that are in use. */
export interface Branch {
  readonly category: DefaultCostCodeCategory | null
  readonly codes: readonly DefaultCostCode[]
}

/** Codes are the same when their numbers and those of their categories are, in any writing. */
const keyOf = (category: string | null | undefined, number: string) =>
  textKey(JSON.stringify([category ?? null, number]))

/** The company's defaults as a tree, by number; what stands in no category comes last. */
export function treeOf(
  categories: readonly DefaultCostCodeCategory[],
  codes: readonly DefaultCostCode[],
): readonly Branch[] {
  const byNumber = (a: { number: string; id: number }, b: { number: string; id: number }) =>
    inOrder({ ...a, sort: 0 }, { ...b, sort: 0 })
  const known = new Map(categories.map((category) => [category.id, category]))
  const groups = Map.groupBy(
    codes.filter(({ active }) => active),
    ({ default_cost_code_category_id: id }) => (id === null ? null : (known.get(id) ?? null)),
  )
  return [...categories.toSorted(byNumber), null].flatMap((category) => {
    const own = groups.get(category)?.toSorted(byNumber)
    return own ? [{ category, codes: own }] : []
  })
}

/** Tells which defaults a project has already. */
export function isThere({ categories, codes }: ProjectCodes): (code: DefaultCostCode) => boolean {
  const numbers = new Map(categories.map(({ id, number }) => [id, number]))
  const there = new Set(
    codes.map(({ cost_code_category_id: id, number }) => keyOf(id === null ? null : numbers.get(id), number)),
  )
  return ({ category_number, number }) => there.has(keyOf(category_number, number))
}

/** The categories that the chosen defaults stand in and the project lacks. */
export function categoriesToMake(
  chosen: readonly DefaultCostCode[],
  { categories }: Pick<ProjectCodes, 'categories'>,
): DraftOf<typeof costCodeCategories>[] {
  const there = new Set(categories.map(({ number }) => textKey(number)))
  const wanted = new Map<string, DraftOf<typeof costCodeCategories>>()
  for (const { category_number: number, category_name: name } of chosen)
    if (number !== null && name !== null && !there.has(textKey(number)))
      wanted.set(textKey(number), { number, name, sort: nextPlace(categories) })
  return [...wanted.values()]
}

/** Those of the chosen defaults the project lacks, as its own codes; their categories must be there by now. */
export function codesToMake(
  chosen: readonly DefaultCostCode[],
  { categories, codes }: { categories: readonly CostCodeCategory[]; codes: readonly CostCode[] },
): DraftOf<typeof costCodes>[] {
  const idOf = new Map(categories.map(({ id, number }) => [textKey(number), id]))
  const there = isThere({ categories, codes })
  const sort = nextPlace(codes)
  return chosen
    .filter((code) => !there(code))
    .map(({ number, name, category_number }) => ({
      number,
      name,
      sort,
      cost_code_category_id: category_number === null ? null : (idOf.get(textKey(category_number)) ?? null),
    }))
}
