import type { ComponentType } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
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

/** An input of a filter. */
export interface FilterInputProps {
  /** Empty for no filter. */
  value: string
  onChange: (value: string) => void
}

/** A filter in words of its own; label, values and input follow from its field, unless they are given. */
export interface FieldFilter {
  readonly name: string
  readonly label?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly input?: ComponentType<FilterInputProps>
}

/** A further filter, by the name of its query parameter. */
export type Narrowing = string | FieldFilter

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
  /** What is chosen by them: "Status". */
  readonly which?: string
  /** The filter whose values are the views; `view` by default, null for a list without. */
  readonly by?: string | null
  /** Further filters, and their values at first. */
  readonly filters?: Readonly<Record<string, string>>
  /** What it is narrowed and grouped by, by the names of fields, `state`, or in words of its own. */
  readonly facets: readonly (string | Facet<RecordOf<E>>)[]
  /** What else it is narrowed by, where the server answers. */
  readonly narrow?: readonly Narrowing[]
  /** The facet it is grouped by at first. */
  readonly group?: string
  /** The order at first: `due_date`, or `-number`. */
  readonly sort: string
  /** Fields that can be set on many at once. */
  readonly batch?: readonly string[]
  /** What a CSV file of the list has. */
  readonly csv?: { readonly file: string; readonly columns: readonly CsvColumn<RecordOf<E>>[] }
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
}

export const facetsOf = <E extends Entity>({ entity, facets }: ListSpec<E>): Facet<RecordOf<E>>[] =>
  facets.map((one) => (typeof one === 'string' ? facetOf<RecordOf<E>>(entity, one) : one))

/** @throws for a name that is neither a filter nor a field of the entity */
export function filterOf(entity: Entity, one: Narrowing): FieldFilter & { label: string; field: Field<unknown> } {
  const given = typeof one === 'string' ? { name: one } : one
  const { name } = given
  const field = entity.filters[name]?.field ?? (entity.fields as Fields)[name]
  if (!field) throw new Error(`Lists of "${entity.name}" have no filter "${name}".`)
  return { label: labelOf(name, field), ...given, field }
}

const nameOf = (one: string | { name: string }) => (typeof one === 'string' ? one : one.name)

/** The filters that narrow a list, none of them set. */
export const unnarrowed = <E extends Entity>({ facets, narrow = [] }: ListSpec<E>): Record<string, string> =>
  Object.fromEntries([...facets.map(nameOf), ...narrow.map(nameOf)].map((name) => [name, '']))

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
    ...unnarrowed(spec),
  },
})
