import type { DraftOf } from '#core/entity/entity.ts'
import { textKey } from '#lib/text-key.ts'
import type { DefaultCostCode, DefaultCostCodeCategory } from '../../default-cost-codes/entities.ts'
import type { CostCode, CostCodeCategory, costCodeCategories, costCodes } from '../entities.ts'
import { inOrder, nextSort } from './grouping.ts'
import type { ProjectCodes } from './use-project-codes.ts'

/** A default category with its active codes. */
export interface Branch {
  readonly category: DefaultCostCodeCategory | null
  readonly codes: readonly DefaultCostCode[]
}

/** Codes match when their own and their category's numbers do, compared by text key. */
const keyOf = (category: string | null | undefined, number: string) =>
  textKey(JSON.stringify([category ?? null, number]))

/** The company's defaults as a tree in their order. Codes without a category come last. */
export function treeOf(
  categories: readonly DefaultCostCodeCategory[],
  codes: readonly DefaultCostCode[],
): readonly Branch[] {
  const known = new Map(categories.map((category) => [category.id, category]))
  const groups = Map.groupBy(
    codes.filter(({ active }) => active),
    ({ default_cost_code_category_id: id }) => (id === null ? null : (known.get(id) ?? null)),
  )
  return [...categories.toSorted(inOrder), null].flatMap((category) => {
    const own = groups.get(category)?.toSorted(inOrder)
    return own ? [{ category, codes: own }] : []
  })
}

/** Returns a predicate for the defaults that a project already has. */
export function existsIn({ categories, codes }: ProjectCodes): (code: DefaultCostCode) => boolean {
  const numbers = new Map(categories.map(({ id, number }) => [id, number]))
  const existing = new Set(
    codes.map(({ cost_code_category_id: id, number }) => keyOf(id === null ? null : numbers.get(id), number)),
  )
  return ({ category_number, number }) => existing.has(keyOf(category_number, number))
}

/**
 * The categories of the chosen defaults that the project lacks. As long as nothing was sorted by hand in the project, the
 * order of the defaults is kept.
 */
export function categoriesToMake(
  chosen: readonly DefaultCostCode[],
  { categories }: Pick<ProjectCodes, 'categories'>,
  tree: readonly Branch[],
): DraftOf<typeof costCodeCategories>[] {
  const existing = new Set(categories.map(({ number }) => textKey(number)))
  const last = nextSort(categories)
  const sorts = new Map(tree.map(({ category }) => [category?.id ?? null, category?.sort ?? -1]))
  const wanted = new Map<string, DraftOf<typeof costCodeCategories>>()
  for (const { default_cost_code_category_id: id, category_number: number, category_name: name } of chosen)
    if (number !== null && name !== null && !existing.has(textKey(number)))
      wanted.set(textKey(number), { number, name, sort: last < 0 ? (sorts.get(id) ?? -1) : last })
  return [...wanted.values()]
}

/** The chosen defaults that the project lacks, as drafts of its codes. Their categories must already exist. */
export function codesToMake(
  chosen: readonly DefaultCostCode[],
  { categories, codes }: { categories: readonly CostCodeCategory[]; codes: readonly CostCode[] },
): DraftOf<typeof costCodes>[] {
  const idOf = new Map(categories.map(({ id, number }) => [textKey(number), id]))
  const exists = existsIn({ categories, codes })
  // As long as nothing was sorted by hand here, the order of the defaults is kept.
  const last = nextSort(codes)
  return chosen
    .filter((code) => !exists(code))
    .map(({ number, name, sort, category_number }) => ({
      number,
      name,
      sort: last < 0 ? sort : last,
      cost_code_category_id: category_number === null ? null : (idOf.get(textKey(category_number)) ?? null),
    }))
}
