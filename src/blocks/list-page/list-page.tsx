import { useCallback, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Button } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Column } from '#ui/table/column.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useMay } from '../offered/offered.tsx'
import { Page, type PageProps } from '../page/page.tsx'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useFramed } from '../query/use-framed.ts'
import { useServices } from '../services/services.tsx'
import { arrangePages } from '../work-list/arrange-pages.ts'
import { BatchBar } from '../work-list/batch-bar.tsx'
import { Rows } from '../work-list/rows.tsx'
import { isNarrowed, NothingFits } from '../work-list/nothing.tsx'
import type { ListSpec, Narrowing } from '../work-list/spec.ts'
import { useSwipe } from '../work-list/swiped-step.tsx'
import { Chips } from '../work-list/toolbar/chips.tsx'
import { MoreMenu } from '../work-list/toolbar/more-menu.tsx'
import { ToolbarItems } from '../work-list/toolbar/toolbar.tsx'
import { useCursor } from '../work-list/use-cursor.ts'
import { useLook, type Look } from '../work-list/use-look.ts'
import { useSaved } from '../work-list/use-saved.ts'
import { useSelection } from '../work-list/use-selection.ts'
import type { List, ListState } from './list.ts'
import { useList, useSpec } from './use-list.ts'

/** A filter with a few values, shown as a segmented control; the first is chosen at first. */
export interface ListFilter {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}

/** Define `columns`, `rowHref`, `filter`, `narrow`, `groups` and `batch` outside the component, so that rows do not rerender. */
export interface ListPageProps<E extends Entity> extends Pick<PageProps, 'add' | 'crumbs' | 'banner' | 'tabs'> {
  entity: E
  title: string
  columns: readonly Column<RecordOf<E>>[]
  rowHref?: (record: RecordOf<E>) => string
  filter?: ListFilter
  /** Formats the count, for example as "64 active". */
  counted?: (total: number, filters: ListState['filters']) => string
  /** Reads a nested entity across all its parents. */
  across?: boolean
  /** Further filters; it can be narrowed by what it can be grouped by as well. */
  narrow?: readonly Narrowing[]
  /** What it can be grouped by, on servers that group: fields, or `state`. */
  groups?: readonly string[]
  /** Fields that can be set on many at once. */
  batch?: readonly string[]
  csv?: ListSpec<E>['csv']
  /** Renders actions on all records that match the filters. */
  tools?: (list: List<RecordOf<E>>) => ReactNode
  /** The texts for an empty list. */
  empty: { title: string; text: string }
  actions?: ReactNode
}

const none: readonly never[] = []
/** So many records are ticked at once at most. */
const MOST_TICKED = 2000

/**
 * A screen with a searchable, sortable list of an entity that loads pages while scrolling and is kept up to date; with the
 * views, groups, columns, keys and ticks of every list.
 */
export const ListPage = <E extends Entity>(props: ListPageProps<E>) => {
  const { entity, title, tools, counted, actions, across = false, add, crumbs, banner, tabs } = props
  const spec = useSpec(props)
  const { list, resource } = useList(spec, title, across)
  const [look, setLook] = useLook(entity.table)
  const choice = list.state.value
  const saved = useSaved(spec, [choice, list.choose], [look, setLook])
  const search = useRef<HTMLInputElement>(null)
  const total = list.total.value
  const bar = { spec, choice, choose: list.choose, look, onLook: setLook, arranged: uncounted, search }
  return (
    <Page
      {...{ crumbs, banner, tabs, title, add }}
      count={total === undefined ? undefined : (counted?.(total, choice.filters) ?? String(total))}
      actions={
        <>
          <ToolbarItems
            {...bar}
            saved={saved}
            label={`Search ${title.toLowerCase()}`}
            tools={
              <MoreMenu
                spec={spec}
                count={total ?? 0}
                idsOf={() => list.rows.peek().map((row) => row.peek().id)}
                load={() => {
                  const { filters, ...rest } = list.state.peek()
                  return resource.fetchAll({ ...rest, ...filters })
                }}
              />
            }
          />
          {tools?.(list)}
          {actions}
        </>
      }
    >
      <div className={chips}>
        <Chips {...bar} />
      </div>
      <Loaded key={entity.name} {...props} {...{ spec, list, look, search }} onLook={setLook} />
    </Page>
  )
}
const chips = css({ marginBottom: '3', _empty: { display: 'none' } })
/** Views and facets have no numbers where not all records are at hand. */
const uncounted = { counts: {}, options: {} }

interface LoadedProps<E extends Entity> extends Pick<ListPageProps<E>, 'title' | 'rowHref' | 'empty' | 'add'> {
  spec: ListSpec<E>
  list: List<RecordOf<E>>
  look: Look
  onLook: (change: Partial<Look>) => void
  search: RefObject<HTMLInputElement | null>
}

/** The rows, which come and go without the rest of the page. @useSignals */
const Loaded = <E extends Entity>({ spec, list, look, onLook, search, title, rowHref, empty, add }: LoadedProps<E>) => {
  const { entity } = spec
  const collection = useServices().store.of(entity)
  const may = useMay()
  const choice = list.state.value
  const groups = list.groups.value
  const folded = list.folded.value
  const framed = useFramed(list.rows)
  // The first rows come with the answer itself, so that a list is not empty for a frame.
  const items = framed.length ? framed : list.rows.peek()
  const arranged = useMemo(
    () => arrangePages(spec, { records: items.map((item) => item.peek()), groups, folded }, choice),
    [spec, items, groups, folded, choice],
  )
  const folds = useMemo(
    () => ({
      has: ({ key }: { key: string }) => folded.has(key),
      toggle: list.fold,
      visible: () => arranged.groups?.flatMap(({ key, ids }) => (folded.has(key) ? none : ids)) ?? arranged.ids,
    }),
    [arranged, folded, list],
  )
  const shown = useMemo(() => folds.visible(), [folds])
  const selection = useSelection(shown)
  const maySelect = (spec.batch ?? none).length > 0 && may(entity, 'edit')
  const hrefOf = useCallback((record: RecordOf<E>) => rowHref?.(record), [rowHref])
  const rows = {
    spec,
    arranged,
    choice,
    choose: list.choose,
    folds,
    selection,
    maySelect,
    look,
    onLook,
    hrefOf,
    opened: undefined,
  }
  const cursor = useCursor({ ...rows, shown, search, path: undefined, add: add?.onAdd })
  const { swipe, taken } = useSwipe(entity)
  const changed = useCallback((record: RecordOf<E>) => collection.changed(record.id), [collection])
  if (!arranged.ids.length && !arranged.groups?.length) return <Nothing {...{ spec, list, empty, add }} />
  return (
    <>
      <Rows {...rows} {...{ swipe, cursor, changed }} onEnd={list.more} label={title} />
      {maySelect && selection.ids.size > 0 && <Batch {...{ spec, list, selection }} />}
      {taken}
    </>
  )
}

/** What can be done with the ticked rows, and a way to tick those that are not loaded. @useSignals */
const Batch = <E extends Entity>({
  spec,
  list,
  selection,
}: Pick<LoadedProps<E>, 'spec' | 'list'> & { selection: ReturnType<typeof useSelection> }) => {
  const [loading, setLoading] = useState(false)
  const total = list.total.value ?? 0
  async function tick() {
    setLoading(true)
    const ids = await list.all()
    setLoading(false)
    if (ids) selection.put(ids)
    else toast.error('Not all of them could be loaded.')
  }
  const offered = total > selection.ids.size && total <= MOST_TICKED
  return (
    <BatchBar
      spec={spec}
      selection={selection}
      all={offered ? { total, loading, tick: () => void tick() } : undefined}
    />
  )
}

/** Shown instead of rows: loading, an error, no results, or an empty list. @useSignals */
const Nothing = <E extends Entity>({
  spec,
  list,
  empty,
  add,
}: Pick<LoadedProps<E>, 'spec' | 'list' | 'empty' | 'add'>) => {
  const choice = list.state.value
  if (list.known.value === 'never') return <NotLoaded failure={list.failure.value} retry={list.refresh} />
  if (isNarrowed(spec, choice)) return <NothingFits spec={spec} choice={choice} choose={list.choose} />
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
