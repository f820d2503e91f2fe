import { memo, Suspense, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import { useToday } from '#blocks/today/today.ts'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { Button } from '#ui/button/button.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { planView } from '../../drawings/index.ts'
import type { PinPlace } from '../../work-items/index.ts'
import PunchItemDialog from '../dialogs/punch-item-dialog.tsx'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { daysLate, dueLabel, workOf } from './labels.ts'
import { PhotoPair } from './photo-pair.tsx'
import { PlanCard } from './plan-card.tsx'

const Plan = lazyComponent(planView)
const keyOf = ({ id }: PunchItem) => `${punchItems.name} ${id}`

export interface PunchPlanProps {
  readonly project_id: Id
  readonly items: ReadonlySignal<Items<PunchItem>>
  /** Those that the list would show. */
  readonly ids: readonly Id[]
  readonly isActive: boolean
  /** Whether the next touch of the plan adds an item there. */
  readonly adding: boolean
  readonly onAdding: (adding: boolean) => void
}

/** A project's punch items as pins on its drawings, beside a list of them. A pin opens the item's card. @useSignals */
export const PunchPlan = ({ project_id, items, ids: offered, isActive, adding, onAdding }: PunchPlanProps) => {
  const { store } = useServices()
  const rowsOf = useRows()
  const [withClosed, setWithClosed] = useState(false)
  const [chosen, setChosen] = useState<Id | null>(null)
  const [place, setPlace] = useState<{ drawing_sheet_id: Id; pin: PinPlace } | null>(null)
  const { counts, ids, sheet_id } = useSummary(
    items,
    (all) => {
      const own = all.filter(({ id }) => offered.includes(id))
      const of = (work: string) => own.filter((item) => workOf(item) === work).length
      const shown = own.filter((item) => withClosed || workOf(item) !== 'closed')
      return {
        counts: { open: of('open'), completed: of('completed'), closed: of('closed') },
        ids: shown.map(({ id }) => id),
        sheet_id: fullest(shown),
      }
    },
    [offered, withClosed],
  )
  const open = chosen !== null && offered.includes(chosen) ? store.of(punchItems).get(chosen) : undefined
  const sheetId = open?.drawing_sheet_id ?? sheet_id
  const drawn = new Set(ids)
  return (
    <div className={frame}>
      <p className={legend}>
        <span className={dot} data-work="open" /> Open {counts.open}
        <span className={dot} data-work="completed" /> Completed {counts.completed}
        <Switch value={withClosed} onChange={setWithClosed}>{`Closed ${counts.closed}`}</Switch>
      </p>
      <div className={columns}>
        <ul className={list} aria-label="Punch items">
          {rowsOf(punchItems, ids, (item, id) => (
            <PlanRow item={item} isChosen={id === chosen} onChoose={setChosen} />
          ))}
        </ul>
        <div className={sheet}>
          {adding && (
            <p role="status" className={hint}>
              Touch the place on the plan.
              <Button size="sm" variant="outline" onClick={() => onAdding(false)}>
                Cancel
              </Button>
            </p>
          )}
          <Suspense fallback={<SkeletonRows />}>
            <Plan
              key={sheetId ?? 'first'}
              project_id={project_id}
              sheet_id={sheetId}
              kinds={[punchItems.name]}
              shows={({ id }) => drawn.has(id)}
              chosen={open ? keyOf(open) : null}
              onChoose={({ id }) => setChosen(id)}
              {...(adding && { onAdd: setPlace })}
            >
              {open && <PlanCard item={open} isActive={isActive} onClose={() => setChosen(null)} />}
            </Plan>
          </Suspense>
        </div>
      </div>
      {place && (
        <PunchItemDialog
          project_id={project_id}
          initial={place}
          onClose={() => setPlace(null)}
          onSaved={({ id }) => {
            onAdding(false)
            setChosen(id)
          }}
        />
      )}
    </div>
  )
}

/** @useSignals */
const PlanRow = memo(
  ({
    item: signal,
    isChosen,
    onChoose,
  }: {
    item: ReadonlySignal<PunchItem>
    isChosen: boolean
    onChoose: (id: Id) => void
  }) => {
    const today = useToday()
    const item = useRecord(signal)
    return (
      <button
        type="button"
        className={row}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(item.id)}
      >
        <PhotoPair item={item} mayAdd={false} mayComplete={false} />
        <span className={css({ minWidth: '0' })}>
          <b className={css({ display: 'block', overflowWrap: 'anywhere' })}>{item.title}</b>
          <span className={muted} data-late={daysLate(item, today) > 0 || undefined}>
            {[item.assigned_name ?? 'Nobody yet', dueLabel(item, today)].filter(Boolean).join(' · ')}
            {item.pin === null && ' · not on a sheet'}
          </span>
        </span>
        <span className={number}>{numberOf(item)}</span>
      </button>
    )
  },
)

/** The sheet with the most of these items, which is shown first. */
function fullest(items: readonly PunchItem[]): Id | null {
  const groups = [...Map.groupBy(items, ({ drawing_sheet_id }) => drawing_sheet_id)]
  const [most] = groups.filter(([id]) => id !== null).toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0] ?? null
}

const frame = css({ stack: '3' })
const legend = css({ wrap: '2', textStyle: 'small' })
/** As the pins: red and round for open, green with a corner for completed. */
const dot = css({
  boxSize: '3',
  borderRadius: 'full',
  background: 'attention',
  '&[data-work=completed]': { background: 'done', borderRadius: 'sm', marginInlineStart: '2' },
})
const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: '20rem minmax(0, 1fr)' },
  height: { base: '70dvh', lg: 'calc(100dvh - 21rem)' },
  minHeight: '24rem',
  layerStyle: 'card',
  overflow: 'hidden',
})
const list = css({
  display: { base: 'none', lg: 'block' },
  overflowY: 'auto',
  borderInlineEnd: '1px solid {colors.line}',
})
const row = css({
  stack: '3',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  width: 'full',
  padding: '3',
  textAlign: 'start',
  cursor: 'pointer',
  borderBottom: '1px solid {colors.line}',
  _hover: { background: 'soft' },
  '&[aria-current]': { background: 'primary.soft' },
})
const muted = css({ textStyle: 'note', '&[data-late]': { color: 'attention' } })
const number = cx(muted, css({ fontWeight: 'strong', fontVariantNumeric: 'tabular-nums' }))
const sheet = css({ position: 'relative', minWidth: '0', minHeight: '0', padding: '2', display: 'grid' })
const hint = css({
  position: 'absolute',
  zIndex: '2',
  insetInline: '0',
  top: '4',
  width: 'fit-content',
  marginInline: 'auto',
  row: '3',
  paddingInline: '4',
  paddingBlock: '2',
  borderRadius: 'lg',
  background: 'frame',
  color: 'frame.bright',
  boxShadow: 'floating',
})
