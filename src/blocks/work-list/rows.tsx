import { useCallback, useMemo, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Column } from '#ui/table/column.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { Table, type TableGroup, type TableSelection } from '#ui/table/table.tsx'
import type { TableSwipe } from '#ui/table/use-touch.ts'
import { Tag } from '#ui/tag/tag.tsx'
import type { ListState } from '../list-page/list.ts'
import { differs } from '../list-page/remembered.ts'
import { useTold } from '../query/use-told.tsx'
import { useWatched } from '../query/use-watched.ts'
import { useServices } from '../services/services.tsx'
import type { Arranged, WorkGroup } from './arrange.ts'
import { Cards, type CardsOf } from './cards.tsx'
import { initialOf, type ListSpec } from './spec.ts'
import type { ChoiceChange } from './use-choice.ts'
import type { Folds } from './use-folds.ts'
import { looked, type Look } from './use-look.ts'
import type { Selection } from './use-selection.ts'

export interface RowsProps<E extends Entity> {
  spec: ListSpec<E>
  arranged: Arranged
  choice: ListState
  choose: (change: ChoiceChange) => void
  folds: Folds
  selection: Selection
  maySelect: boolean
  look: Look
  onLook: (change: Partial<Look>) => void
  hrefOf: (record: RecordOf<E>) => string | undefined
  opened: Id | undefined
  cursor: Id | undefined
  swipe: TableSwipe | undefined
  ordered?: ((ids: readonly Id[]) => readonly Id[]) | undefined
  groupTools?: ((group: WorkGroup, groupedBy: string) => ReactNode) | undefined
  /** Whether somebody else has just changed a record. */
  changed?: (record: RecordOf<E>) => boolean
  /** Loads the next rows, towards the end. */
  onEnd?: () => void
  /** What the rows are; by default the plural of the noun. */
  label?: string
  /** Draws cards in place of a table's rows. */
  cards?: CardsOf<RecordOf<E>> | undefined
}

const rowKey = ({ id }: { id: Id }) => id
const nothing: readonly never[] = []

/** The rows that are chosen, in a table or its groups. */
export const Rows = <E extends Entity>(props: RowsProps<E>) => {
  const { spec, arranged, choice, choose, folds, selection, maySelect, look, opened, cursor, hrefOf } = props
  const { entity } = spec
  const { title } = entity.display
  const isOwnOrder = !choice.search && !differs(choice, initialOf(spec))
  const ordered = isOwnOrder ? props.ordered : undefined
  const records = useRecords(entity, ordered?.(arranged.ids) ?? arranged.ids)
  const watchedRows = useWatched(records)
  const columns = useColumns(spec, look, opened !== undefined, isOwnOrder)
  const { widths } = look
  const { onLook } = props
  const onWidth = useCallback(
    (key: string, width: number | null) => {
      const { [key]: _, ...others } = widths
      onLook({ widths: width === null ? others : { ...others, [key]: width } })
    },
    [widths, onLook],
  )
  const by = choice.filters.group ?? ''
  const { groupTools } = props
  const known = useMemo(() => new WeakMap<WorkGroup, Drawn<RecordOf<E>>>(), [])
  const groups = useMemo(() => {
    const byId = new Map(watchedRows.map((row) => [row.peek().id, row]))
    const order = new Map(watchedRows.map((row, at) => [row.peek().id, at]))
    return arranged.groups?.map((of) => {
      const ids = of.ids.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
      const next = { of, by, groupTools, isFolded: folds.has(of), rows: ids.flatMap((id) => byId.get(id) ?? []) }
      const before = known.get(of)
      // The same as before renders no heading again.
      if (before && isSame(before, next)) return before.group
      const group = groupOf(next)
      known.set(of, { ...next, group })
      return group
    })
  }, [known, watchedRows, arranged, folds, by, groupTools])
  const shown = folds.visible(arranged)
  const onSort = useCallback(
    (sort_column: string, sort_direction: 'asc' | 'desc') => choose({ sort_column, sort_direction }),
    [choose],
  )
  const label = props.label ?? wordsOf(entity).plural
  const ticks: TableSelection<RecordOf<E>> | undefined = maySelect
    ? {
        has: (id) => selection.ids.has(Number(id)),
        nameOf: title,
        onSelect: selection.select as (id: string | number, on: boolean, range: boolean) => void,
        all: selection.ids.size === 0 ? false : selection.ids.size === shown.length || 'some',
        onAll: selection.selectAll,
      }
    : undefined
  if (props.cards)
    return (
      <Cards
        {...{ label, groups, cursor }}
        cards={props.cards}
        rows={watchedRows}
        onFold={folds.toggle}
        selection={ticks}
      />
    )
  return (
    <Table
      aria-label={label}
      rows={groups ? nothing : watchedRows}
      {...(groups && { groups, onFold: folds.toggle })}
      columns={columns}
      rowKey={rowKey}
      rowHref={hrefOf}
      density={look.density}
      sort={choice.sort_column}
      direction={choice.sort_direction}
      onSort={onSort}
      onWidth={onWidth}
      reorder={ordered !== undefined}
      {...(props.changed && { changed: props.changed })}
      {...(props.onEnd && { onEnd: props.onEnd })}
      {...(props.swipe && { swipe: props.swipe })}
      {...(opened !== undefined && { current: opened })}
      {...(cursor !== undefined && { cursor })}
      {...(ticks && { selection: ticks })}
    />
  )
}

/** What a group's heading and rows are made of. */
interface Drawing<R> {
  readonly of: WorkGroup
  readonly by: string
  readonly groupTools: ((group: WorkGroup, groupedBy: string) => ReactNode) | undefined
  readonly isFolded: boolean
  readonly rows: readonly ReadonlySignal<R>[]
}
type Drawn<R> = Drawing<R> & { readonly group: TableGroup<R> }

const isSame = <R,>(a: Drawing<R>, b: Drawing<R>): boolean =>
  a.by === b.by &&
  a.groupTools === b.groupTools &&
  a.isFolded === b.isFolded &&
  a.rows.length === b.rows.length &&
  a.rows.every((row, at) => row === b.rows[at])

const groupOf = <R,>({ of, by, groupTools, isFolded, rows }: Drawing<R>): TableGroup<R> => ({
  key: of.key,
  label: of.label,
  mark: of.color && <span className={mark} style={{ background: of.color }} />,
  note: <Note group={of} by={by} />,
  tools: groupTools?.(of, by),
  isFolded,
  rows,
})

/** The records that the browser holds, by their ids, a signal each. */
function useRecords<E extends Entity>(entity: E, ids: readonly Id[]): readonly ReadonlySignal<RecordOf<E>>[] {
  const { store } = useServices()
  return useMemo(() => ids.flatMap((id) => store.of(entity).item(id) ?? []), [store, entity, ids])
}

/** The columns that a person looks at, and the grips while the list is in its own order. @useSignals */
function useColumns<E extends Entity>(
  { entity, columns, grips }: ListSpec<E>,
  { hidden, order, widths }: Look,
  isNarrow: boolean,
  isOwnOrder: boolean,
): readonly Column<RecordOf<E>>[] {
  const shown = useMemo(
    () =>
      [...looked(columns, { order, widths }), ...(grips && isOwnOrder ? [grips] : [])].filter(
        ({ key, wide }) => !hidden.includes(key) && !(isNarrow && wide),
      ),
    [columns, grips, hidden, order, widths, isNarrow, isOwnOrder],
  )
  return useTold(entity, shown)
}

/** How many there are in a group, how many of them are done, and how many late. */
const Note = ({ group: { count, done, late }, by }: { group: WorkGroup; by: string }) => (
  <>
    <span className={said}>{by !== 'state' && done > 0 && done < count ? `${done} of ${count} done` : count}</span>
    {late > 0 && (
      <Tag small tone="attention" className={css({ minWidth: '0' })}>
        <span className={said}>{late} late</span>
      </Tag>
    )}
  </>
)

/** Where large letters leave no room, it ends in a sign of that. */
const said = css({ minWidth: '0', truncate: true })
const mark = css({ boxSize: '2.5', borderRadius: 'xs', flex: 'none' })
