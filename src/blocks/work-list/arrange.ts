import type { Id } from '#core/access/access.ts'
import type { Base, Entity, RecordOf } from '#core/entity/entity.ts'
import { orderBy } from '#core/entity/order.ts'
import type { ListState } from '../list-page/list.ts'
import { LAST, NONE, type Facet, type FacetValue, type Viewer } from './facets.ts'
import { finderOf } from './find.ts'
import { facetsOf, type WorkListSpec, type WorkView } from './spec.ts'

/** Records of a list under a heading. */
export interface WorkGroup {
  readonly key: string
  readonly label: string
  readonly color?: string | undefined
  /** Those that the device holds. */
  readonly ids: readonly Id[]
  readonly count: number
  /** How many of them are late, and of how many nothing is left to do. */
  readonly late: number
  readonly done: number
}

/** A value to narrow a list by, and how many of the view's records have it. */
export interface WorkOption {
  readonly value: string
  readonly label: string
  readonly count: number
}

/** What a list shows of its records: ids, names and numbers, but no records. */
export interface Arranged {
  /** Undefined where it is not grouped. */
  readonly groups: readonly WorkGroup[] | undefined
  /** Those that are shown, in their order. */
  readonly ids: readonly Id[]
  /** How many records there are, whatever is chosen. */
  readonly count: number
  /** How many each view has. */
  readonly counts: Readonly<Record<string, number>>
  readonly options: Readonly<Record<string, readonly WorkOption[]>>
  /** Where a search finds nothing in what is chosen: what it would find without that. */
  readonly outside: readonly Id[]
}

/** A search that finds nothing in what is chosen offers at most so many records that it finds elsewhere. */
const MOST_OUTSIDE = 3

/** Empty values come last in both directions, and what is equal is in the order of the entity's own lists. */
export function sortBy<R extends Base>(
  entity: Entity,
  records: readonly R[],
  { sort_column, sort_direction }: ListState,
): R[] {
  const inOrder = orderBy<R>(entity.sort, entity.direction).sort?.([...records], (record) => record) ?? [...records]
  if (sort_column === entity.sort && sort_direction === entity.direction) return inOrder
  const isEmpty = (record: R) => (Reflect.get(record, sort_column) ?? '') === ''
  const filled = inOrder.filter((record) => !isEmpty(record))
  const compare = orderBy<Base>(sort_column, sort_direction)
  const keyOf = (record: R) => ({ id: 0, [sort_column]: Reflect.get(record, sort_column) }) as unknown as Base
  // Without the ids, which break ties: those of equal values stay as they are.
  const keyed = filled.map((record) => ({ record, key: keyOf(record) }))
  return [...keyed.sort((a, b) => compare(a.key, b.key)).map(({ record }) => record), ...inOrder.filter(isEmpty)]
}

/** The view that is chosen of a list. */
export const viewOf = <R>(
  { views, by = 'view' }: { views: readonly [WorkView<R>, ...WorkView<R>[]]; by?: string | null },
  { filters }: ListState,
): WorkView<R> => views.find(({ key }) => by !== null && key === filters[by]) ?? views[0]

/** Whether a record has what is chosen of all facets but one. */
const hasChosen = <R>(
  facets: readonly Facet<R>[],
  { filters }: ListState,
  viewer: Viewer,
  besides?: string,
): ((record: R) => boolean) => {
  const set = facets.filter(({ name }) => filters[name] && name !== besides)
  return (record) => set.every(({ name, of }) => (of(record, viewer)?.value ?? NONE) === filters[name])
}

const rankOf = ({ rank = 0 }: FacetValue) => rank
const byRank = (a: FacetValue, b: FacetValue) => rankOf(a) - rankOf(b) || a.label.localeCompare(b.label)

/** The records by what they have of a facet, in the order of its values; those with nothing come last. */
export function groupBy<R>(facet: Facet<R>, records: readonly R[], viewer: Viewer): { of: FacetValue; own: R[] }[] {
  const found = new Map<string, { of: FacetValue; own: R[] }>()
  for (const record of records) {
    const of = facet.of(record, viewer) ?? { value: NONE, label: facet.none, rank: LAST }
    const known = found.get(of.value)
    if (known) known.own.push(record)
    else found.set(of.value, { of, own: [record] })
  }
  return [...found.values()].sort((a, b) => byRank(a.of, b.of))
}

/** What a list shows of these records, given what was chosen, and how many each view has, the saved ones too. */
export function arrange<E extends Entity>(
  spec: WorkListSpec<E>,
  records: readonly RecordOf<E>[],
  choice: ListState,
  viewer: Viewer,
  saved: readonly { readonly key: string; readonly choice: ListState }[] = [],
): Arranged {
  const { entity, late = () => 0, isDone = () => false, views } = spec
  const facets = facetsOf(spec)
  const view = viewOf<RecordOf<E>>(spec, choice)
  const isFound = choice.search.trim() ? finderOf<RecordOf<E>>(entity, choice.search, records, spec.words) : () => true
  const inView = records.filter((record) => view.fits(record, viewer))
  const found = inView.filter(isFound)
  const shown = sortBy<RecordOf<E>>(entity, found.filter(hasChosen(facets, choice, viewer)), choice)
  const grouping = facets.find(({ name }) => name === choice.filters.group)
  const groups = grouping && groupBy(grouping, shown, viewer)
  return {
    groups: groups?.map(({ of, own }) => ({
      key: of.value,
      label: of.label,
      color: of.color,
      ids: own.map(({ id }) => id),
      count: own.length,
      late: own.filter((record) => late(record, viewer.today) > 0).length,
      done: own.filter(isDone).length,
    })),
    ids: (groups ? groups.flatMap(({ own }) => own) : shown).map(({ id }) => id),
    count: records.length,
    counts: Object.fromEntries([
      ...views.map(({ key, fits }) => [key, records.filter((record) => fits(record, viewer)).length] as const),
      ...saved.map((one) => {
        const { fits } = viewOf<RecordOf<E>>(spec, one.choice)
        const hasAll = hasChosen(facets, one.choice, viewer)
        return [one.key, records.filter((record) => fits(record, viewer) && hasAll(record)).length] as const
      }),
    ]),
    options: Object.fromEntries(
      facets.map((facet) => {
        const others = found.filter(hasChosen(facets, choice, viewer, facet.name))
        const values = groupBy(facet, others, viewer)
        return [facet.name, values.map(({ of, own }) => ({ value: of.value, label: of.label, count: own.length }))]
      }),
    ),
    outside: shown.length
      ? []
      : records
          .filter((record) => choice.search.trim() && isFound(record))
          .slice(0, MOST_OUTSIDE)
          .map(({ id }) => id),
  }
}
