import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Day } from '#lib/days.ts'
import type { Column } from '#ui/table/column.ts'
import type { CsvColumn } from '../csv/csv-file.ts'
import type { ListState } from '../list-page/list.ts'
import { facetOf, type Facet, type Viewer } from './facets.ts'

/** A tab above a list: some of its records. */
export interface ListView {
  readonly key: string
  readonly label: string
}

/** The same where the device knows all records, and their number. */
export interface WorkView<R> extends ListView {
  readonly fits: (record: R, viewer: Viewer) => boolean
  /** Says that there are none. */
  readonly empty?: string
}

/** How records are listed, a page at a time or all at once. Keep it stable, so that rows do not render again. */
export interface ListSpec<E extends Entity> {
  readonly entity: E
  /** Names the list among those of the same table, whose views and looks are others; the table's own by default. */
  readonly name?: string
  /** From left to right; the one in the place `title` on phones links to the record. */
  readonly columns: readonly Column<RecordOf<E>>[]
  /** A last column with the rows' grips, while the list is as it is without any choice: in its own order. */
  readonly grips?: Column<RecordOf<E>>
  /** The first is shown at first. */
  readonly views: readonly [ListView, ...ListView[]]
  /** The filter whose values are the views; `view` by default, null for a list without. */
  readonly by?: string | null
  /** Further filters, and their values at first. */
  readonly filters?: Readonly<Record<string, string>>
  /** What it is narrowed and grouped by, by the names of fields, `state`, or in words of its own. */
  readonly facets: readonly (string | Facet<RecordOf<E>>)[]
  /** The facet it is grouped by at first. */
  readonly group?: string
  /** The order at first: `due_date`, or `-number`. */
  readonly sort: string
  /** Fields that can be set on many at once. */
  readonly batch?: readonly string[]
}

/** How a module lists records that the device holds. Define it outside of components, or memoize it. */
export interface WorkListSpec<E extends Entity> extends ListSpec<E> {
  readonly views: readonly [WorkView<RecordOf<E>>, ...WorkView<RecordOf<E>>[]]
  /** How many days a record is late; 0 for not. */
  readonly late?: (record: RecordOf<E>, today: Day) => number
  /** Whether nothing is left to do: groups say how many of them there are, and one with nothing else is folded. */
  readonly isDone?: (record: RecordOf<E>) => boolean
  /** What else a record is found by, beside the texts that its description declares. */
  readonly words?: (record: RecordOf<E>) => string
  /** What a CSV file of the list has. */
  readonly csv?: { readonly file: string; readonly columns: readonly CsvColumn<RecordOf<E>>[] }
}

export const facetsOf = <E extends Entity>({ entity, facets }: ListSpec<E>): Facet<RecordOf<E>>[] =>
  facets.map((one) => (typeof one === 'string' ? facetOf<RecordOf<E>>(entity, one) : one))

/** A choice as far as the list still knows it: an earlier version may have remembered another, or someone mistyped the address. */
export function knownIn<E extends Entity>(spec: ListSpec<E>, { filters, ...kept }: ListState): ListState {
  const { by = 'view' } = spec
  const { group = '' } = filters
  const view = by === null ? undefined : filters[by]
  const isView = spec.views.some(({ key }) => key === view)
  const isFacet = group === '' || facetsOf(spec).some(({ name }) => name === group)
  return {
    ...kept,
    filters: {
      ...filters,
      ...(by !== null && { [by]: isView && view ? view : spec.views[0].key }),
      group: isFacet ? group : (spec.group ?? ''),
    },
  }
}

/** What a list shows when nobody has chosen anything: its views, groups and facets are kept as filters are. */
export const initialOf = <E extends Entity>(spec: ListSpec<E>): ListState => ({
  search: '',
  sort_column: spec.sort.replace(/^-/, ''),
  sort_direction: spec.sort.startsWith('-') ? 'desc' : 'asc',
  filters: {
    ...spec.filters,
    ...(spec.by !== null && { [spec.by ?? 'view']: spec.views[0].key }),
    group: spec.group ?? '',
    ...Object.fromEntries(spec.facets.map((one) => [typeof one === 'string' ? one : one.name, ''])),
  },
})
