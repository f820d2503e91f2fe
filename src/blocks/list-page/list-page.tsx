import { useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Button } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { useAddress } from '../address/address.ts'
import { Page, type PageProps } from '../page/page.tsx'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useFramed } from '../query/use-framed.ts'
import { useTold } from '../query/use-told.tsx'
import { ParentContext, useReading, useServices } from '../services/services.tsx'
import { whereOf } from '#core/query/filters.ts'
import { pickParams } from '#core/resource/queries.ts'
import type { CsvColumn } from '../csv/csv-file.ts'
import { createList } from './create-list.ts'
import { placeOf } from './left.ts'
import type { List, ListState } from './list.ts'
import { Export } from './export.tsx'
import { useWatched } from '../query/use-watched.ts'
import { keepRows } from './kept-rows.ts'
import { Narrow, type Narrowing } from './narrow.tsx'

/** A filter with a few values, shown as a segmented control. */
export interface ListFilter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** Define `columns`, `rowHref`, `filter` and `narrow` outside the component, so that rows do not rerender. */
export interface ListPageProps<E extends Entity> extends Pick<PageProps, 'add' | 'crumbs' | 'banner' | 'tabs'> {
  entity: E
  title: string
  columns: readonly Column<RecordOf<E>>[]
  rowHref?: (record: RecordOf<E>) => string
  filter?: ListFilter
  /** Formats the count, for example as "64 active". */
  counted?: (total: number, filters: ListState['filters']) => string
  /** Initial filter values that differ from the first option. */
  initial?: Readonly<Record<string, string>>
  /** Reads a nested entity across all its parents. */
  across?: boolean
  /** Further filters in a popover; their values are text, empty for no filter. */
  narrow?: readonly Narrowing[]
  /** Offers a CSV export of the filtered list. */
  csv?: { file: string; columns: readonly CsvColumn<RecordOf<E>>[] }
  /** Renders actions on all records that match the filters. */
  tools?: (list: List<RecordOf<E>>) => ReactNode
  /** The texts for an empty list. */
  empty: { title: string; text: string }
  actions?: ReactNode
}

type Asked<E extends Entity> = Pick<ListPageProps<E>, 'entity' | 'title' | 'initial' | 'across' | 'narrow'>

/** The list of a page, which goes on as long as the page is open. @useSignals */
function useList<E extends Entity>({ entity, title, initial, across = false, narrow }: Asked<E>) {
  const { store, session, settings, retries, kept, shown } = useServices()
  const resource = useReading(entity, across)
  const params = useContext(ParentContext)
  const address = useAddress()
  const search = useSearch()
  const list = useMemo(() => {
    const asker = () => ({ user: { id: session.user.peek()?.id ?? 0 } })
    const below = across ? {} : pickParams(entity, params)
    return createList({
      entity,
      collection: store.of(entity),
      fetchPage: resource.fetchPage,
      key: entity.name,
      missed: store.missedOf(entity),
      retries,
      keptRows: keepRows(entity, kept, store, whereOf(entity, {}, asker())),
      place: placeOf(JSON.stringify([title, entity.name, below, session.user.peek()?.id])),
      address,
      byRow: () => settings.peek().features.includes('after'),
      asker,
      params: below,
      // A list asks for active records by default (rule list-defaults).
      filters: {
        status: 'active',
        ...initial,
        ...Object.fromEntries((narrow ?? []).map((one) => [typeof one === 'string' ? one : one.name, ''])),
      },
    })
  }, [resource, entity, store, session, settings, retries, kept, address, across, params, narrow, initial, title])
  useEffect(() => {
    const stops = [list.start(), shown.add({ state: list.known, asOf: list.asOf, renew: list.renew })]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list, shown])
  // Someone may go to an address with other filters, or without any, while the page stays.
  useEffect(() => list.follow(), [list, search])
  return { list, resource }
}

const rowKey = ({ id }: { id: Id }) => id

/** A screen with a searchable, sortable list of an entity that loads pages while scrolling and is kept up to date. */
export const ListPage = <E extends Entity>({
  entity,
  title,
  columns,
  rowHref,
  filter,
  initial,
  across,
  narrow,
  csv,
  tools,
  counted,
  empty,
  actions,
  add,
  ...frame
}: ListPageProps<E>) => {
  const { list, resource } = useList({ entity, title, initial, across, narrow })
  const { filters } = list.state.value
  const total = list.total.value
  return (
    <Page
      {...frame}
      title={title}
      add={add}
      count={total === undefined ? undefined : (counted?.(total, filters) ?? String(total))}
      actions={
        <>
          <SearchBox list={list} label={`Search ${title.toLowerCase()}`} />
          {filter && (
            <Segmented
              aria-label={filter.label}
              value={filters[filter.name] ?? filter.options[0]?.value ?? ''}
              onChange={(value) => list.filter(filter.name, value)}
              options={filter.options}
            />
          )}
          {narrow && <Narrow entity={entity} list={list} narrow={narrow} />}
          {csv && <Export list={list} entity={entity} reading={resource} {...csv} />}
          {tools?.(list)}
          {actions}
        </>
      }
    >
      <Rows {...{ list, entity, title, columns, empty, add }} {...(rowHref && { rowHref })} />
    </Page>
  )
}

/** The rows, which come and go without the rest of the page. @useSignals */
const Rows = <E extends Entity>({
  list,
  entity,
  title,
  columns,
  rowHref,
  empty,
  add,
}: Pick<ListPageProps<E>, 'entity' | 'title' | 'columns' | 'rowHref' | 'empty' | 'add'> & {
  list: List<RecordOf<E>>
}) => {
  const collection = useServices().store.of(entity)
  const { sort_column, sort_direction } = list.state.value
  const changed = useCallback((record: RecordOf<E>) => collection.changed(record.id), [collection])
  const told = useTold(entity, columns)
  const framed = useFramed(list.rows)
  // The first rows come with the answer itself, so that a list is not empty for a frame.
  const rows = framed.length ? framed : list.rows.peek()
  const watchedRows = useWatched(rows)
  if (!rows.length) return <Nothing list={list} empty={empty} add={add} />
  return (
    <Table
      rows={watchedRows}
      columns={told}
      rowKey={rowKey}
      aria-label={title}
      sort={sort_column}
      direction={sort_direction}
      onSort={list.sort}
      changed={changed}
      onEnd={list.more}
      {...(rowHref && { rowHref })}
    />
  )
}

/** The search input. It shows typed text at once, while the list debounces its requests. */
const SearchBox = <R,>({ list, label }: { list: List<R>; label: string }) => {
  const [text, setText] = useState(list.state.peek().search)
  return (
    <div className={searchBox}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder="Search"
        value={text}
        onChange={(next) => {
          setText(next)
          list.search(next)
        }}
      />
    </div>
  )
}

/** Shown instead of rows: loading, an error, no results, or an empty list. */
const Nothing = <R,>({
  list,
  empty,
  add,
}: {
  list: List<R>
  empty: ListPageProps<Entity>['empty']
  add: PageProps['add']
}) => {
  const failure = list.failure.value
  if (list.known.value === 'never') return <NotLoaded failure={failure} retry={list.refresh} />
  if (list.state.value.search)
    return (
      <EmptyState
        icon="search"
        title="Nothing found."
      >{`Nothing here matches “${list.state.value.search}”.`}</EmptyState>
    )
  return (
    <EmptyState
      title={empty.title}
      action={
        add && (
          <Button icon="plus" onClick={add.onAdd}>
            {add.label}
          </Button>
        )
      }
    >
      {empty.text}
    </EmptyState>
  )
}

const searchBox = css({ flex: { base: '1 1 100%', sm: '1', lg: 'none' }, width: { lg: '15rem' } })
