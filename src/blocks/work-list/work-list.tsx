import { memo, useCallback, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { LiveQuery } from '#core/resource/queries.ts'
import { Button } from '#ui/button/button.tsx'
import { useMay } from '../offered/offered.tsx'
import { useAddAction } from '../page/page.tsx'
import type { ListState } from '../list-page/list.ts'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useSummary } from '../query/use-summary.ts'
import { useOpened } from './use-opened.ts'
import { useServices } from '../services/services.tsx'
import { useToday } from '../today/today.ts'
import { arrange, type Arranged, type WorkGroup } from './arrange.ts'
import { BatchBar } from './batch-bar.tsx'
import type { CardsOf } from './cards.tsx'
import { MoreMenu, type MoreItem } from './toolbar/more-menu.tsx'
import { Nothing } from './nothing.tsx'
import { Pane } from './pane.tsx'
import { Rows } from './rows.tsx'
import type { WorkListSpec } from './spec.ts'
import { useSwipe } from './swiped-step.tsx'
import { Toolbar, type Narrow } from './toolbar/toolbar.tsx'
import { useChoice } from './use-choice.ts'
import { useFolds } from './use-folds.ts'
import { useCursor } from './use-cursor.ts'
import { useLook } from './use-look.ts'
import { useSaved, type SavedView } from './use-saved.ts'
import { useSelection } from './use-selection.ts'

export interface WorkListProps<E extends Entity> {
  spec: WorkListSpec<E>
  /** The records, from `useQuery`. */
  query: LiveQuery<RecordOf<E>>
  /** Names this list among those of its kind: what is chosen in it is remembered under it. */
  place: string
  /** The list's address and what follows it, the id of the open record; without them records open on pages of their own. */
  at?: { path: string; rest: string; parents: Readonly<Record<string, Id | string>> }
  /** The address of a record's row, where it is another than its own. */
  hrefOf?: (record: RecordOf<E>) => string
  /** The open record; `onGone` goes back to the list. */
  detail?: (record: RecordOf<E>, onGone: () => void) => ReactNode
  /** Adds a record; without it there is no button. */
  add?: { label: string; onAdd: () => void } | undefined
  /** Whether rows can be ticked, by who may change them at all. */
  selectable?: boolean
  /** Names the search; by default after the noun's plural. */
  label?: string
  /** What comes before everything else above the list. */
  lead?: ReactNode
  narrow?: Narrow
  /** What else is offered above the list. */
  tools?: ReactNode
  /** What is offered besides under More. */
  more?: readonly MoreItem<RecordOf<E>>[]
  /** What can be done with the ticked records besides. */
  batch?: (records: () => readonly RecordOf<E>[], onLeft: (left: readonly RecordOf<E>[]) => void) => ReactNode
  /** What can be done with all records of a group. */
  groupTools?: (group: WorkGroup, groupedBy: string) => ReactNode
  /** Draws the records as cards, such as pictures. */
  cards?: CardsOf<RecordOf<E>> | undefined
  /** What is shown in place of the rows, such as a plan. */
  instead?: ((arranged: Arranged) => ReactNode) | undefined
  /** Changes the order of rows while one is dragged. */
  ordered?: (ids: readonly Id[]) => readonly Id[]
  /** Explains an empty list. */
  empty?: string
  /** What stands over the list, such as a viewer of what it shows. */
  over?: (arranged: Arranged) => ReactNode
}

/**
 * A set of records that grows: searched, narrowed, sorted and grouped on the device, ticked to be changed together, beside the
 * open one from 1280 px on, and either of them below that. A row gets its record's signal and renders alone. @useSignals
 */
export const WorkList = <E extends Entity>(props: WorkListProps<E>) => {
  const { spec, query, place, at, detail, add, selectable = true, instead } = props
  const { entity } = spec
  const [, navigate] = useLocation()
  const { choice, choose } = useChoice(spec, place)
  const [look, setLook] = useLook(spec.name ?? entity.table)
  const { opened, elsewhere } = useOpened(entity, at?.rest ?? '', at?.parents ?? {})
  const saved = useSaved(spec, [choice, choose], [look, setLook])
  const arranged = useArranged(spec, query, choice, saved.views)
  const folds = useFolds(arranged, choice.filters.group ?? '')
  const shown = useMemo(() => folds.visible(arranged), [folds, arranged])
  const selection = useSelection(shown)
  const search = useRef<HTMLInputElement>(null)
  const path = at?.path
  const { hrefOf: given } = props
  const hrefOf = useCallback(
    (record: RecordOf<E>) =>
      given?.(record) ?? (path === undefined ? entity.display.href(record) : `${path}/${record.id}`) ?? undefined,
    [given, entity, path],
  )
  const may = useMay()
  const maySelect = selectable && may(entity, 'edit')
  const list = {
    spec,
    arranged,
    choice,
    choose,
    folds,
    selection,
    look,
    onLook: setLook,
    hrefOf,
    maySelect,
    opened: opened?.id,
  }
  const cursor = useCursor({ ...list, shown, search, path, add: add?.onAdd })
  const { swipe, taken } = useSwipe(entity)
  const isAbove = useAddAction(add ?? null)
  const ids = useRef(arranged.ids)
  useLayoutEffect(() => void (ids.current = arranged.ids))
  const idsOf = useCallback(() => ids.current, [])
  if (elsewhere !== null) return <Redirect to={elsewhere} replace />
  const isList = instead === undefined || opened !== undefined
  const isUnknown = arranged.count === 0 && query.state.value === 'never'
  return (
    <div className={columns} data-open={opened ? true : undefined}>
      <div className={cx(css({ column: '3', minWidth: '0' }), opened && onlyWide)}>
        <Toolbar
          {...list}
          saved={saved}
          search={search}
          drawn={isList ? (props.cards ? 'cards' : 'rows') : null}
          {...(props.label !== undefined && { label: props.label })}
          lead={props.lead}
          narrow={props.narrow}
          tools={
            <Tools
              {...{ spec, idsOf }}
              add={isAbove ? undefined : add}
              tools={props.tools}
              more={props.more}
              count={arranged.ids.length}
              beside={opened !== undefined}
            />
          }
        />
        {!isList ? (
          instead(arranged)
        ) : arranged.ids.length ? (
          <Rows
            {...list}
            {...{ swipe, cursor }}
            ordered={props.ordered}
            groupTools={props.groupTools}
            cards={props.cards}
          />
        ) : isUnknown ? (
          <NotLoaded failure={query.failure.value} retry={query.ask} />
        ) : (
          <Nothing {...list}>{props.empty}</Nothing>
        )}
        {isList && maySelect && selection.ids.size > 0 && (
          <BatchBar spec={spec} selection={selection}>
            {props.batch}
          </BatchBar>
        )}
      </div>
      {taken}
      {props.over?.(arranged)}
      {opened && detail && path !== undefined && (
        <Pane key={opened.id} entity={entity} id={opened.id} ids={shown} path={path}>
          {detail(opened, () => navigate(path, { replace: true }))}
        </Pane>
      )}
    </div>
  )
}

/** What the list shows of its records; new only where that differs. @useSignals */
function useArranged<E extends Entity>(
  spec: WorkListSpec<E>,
  query: LiveQuery<RecordOf<E>>,
  choice: ListState,
  saved: readonly SavedView[],
): Arranged {
  const user = useServices().session.user.value
  const today = useToday()
  const viewer = { me: user?.id ?? 0, user, today }
  return useSummary(query.items, (records) => arrange(spec, records, choice, viewer, saved), [
    spec,
    choice,
    user,
    today,
    saved,
  ])
}

/** What the list offers beside its search: a file of what is shown, what the module adds, and a new record. */
const ToolsView = <E extends Entity>({
  spec,
  count,
  idsOf,
  tools,
  more,
  add,
  beside,
}: Pick<WorkListProps<E>, 'spec' | 'tools' | 'add'> & {
  more: readonly MoreItem<RecordOf<E>>[] | undefined
  count: number
  idsOf: () => readonly Id[]
  /** Whether a record is open beside the list. */
  beside: boolean
}) => (
  <>
    {tools}
    <MoreMenu spec={spec} count={count} idsOf={idsOf} items={more} />
    {add && (
      <span className={css({ mdDown: { display: 'none' } })}>
        <Button variant={beside ? 'outline' : 'solid'} icon="plus" onClick={add.onAdd}>
          {add.label}
        </Button>
      </span>
    )}
  </>
)
// `memo` forgets that the component is generic.
const Tools = memo(ToolsView) as typeof ToolsView

const columns = css({
  column: '4',
  alignItems: 'start',
  '@media (min-width: 80rem)': {
    '&[data-open]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, min(28.5rem, 45%))' },
  },
})
const onlyWide = css({ display: 'none!', '@media (min-width: 80rem)': { display: 'grid!' } })
