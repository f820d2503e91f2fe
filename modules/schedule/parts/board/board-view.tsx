import { useCallback, useRef, useState } from 'react'
import { useComputed } from '@preact/signals-react'
import { css } from '#css/css'
import { useMay } from '#blocks/offered/offered.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, formatMonthDay } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { StepDialog } from '../../dialogs/step-dialog.tsx'
import { scheduleEvents } from '../../entities.ts'
import { plans } from '../../guards.ts'
import type { BigStep } from '../../steps.ts'
import { Board, type BoardState } from './board.tsx'
import { firstOf, lastOf, type Place } from '../place.ts'
import { BoardFilters } from '../narrow/board-filters.tsx'
import { useBoardPlace } from '../narrow/use-board-place.ts'
import { PublishBar } from '../publish-bar.tsx'
import { ScheduleFrame } from '../schedule-frame.tsx'
import { usePapers } from '../use-papers.ts'
import { Legend } from '../legend.tsx'

/** The crew board with its tools. @useSignals */
export default function BoardView({ place: given }: { place: Place }) {
  const { session, settings } = useServices()
  const { place, go } = useBoardPlace(given)
  const [search, setSearch] = useState('')
  const [step, setStep] = useState<BigStep | null>(null)
  const from = firstOf(place, settings.value.week_start)
  const to = lastOf(place, from)
  const editable = plans(session.user.value)
  const drafts = useQuery(scheduleEvents, { filters: { draft: true }, ask: editable }).items
  const isPending = useComputed(() => drafts.value.length > 0)
  const mayClear = useMay()(scheduleEvents, 'clear')

  const shown = useRef<BoardState | null>(null)
  const onShown = useCallback((board: BoardState | null) => void (shown.current = board), [])
  const { exportCsv, print } = usePapers(shown)
  return (
    <ScheduleFrame
      place={place}
      sub={`${formatMonthDay(from)} – ${formatMonthDay(to)}`}
      isPending={editable && isPending.value}
      step={(direction) => addDays(place.day, direction * place.weeks * 7)}
      actions={
        editable && (
          <>
            <Button variant="outline" icon="copy" onClick={() => setStep('copy_week')}>
              Copy week
            </Button>
            <Button variant="outline" icon="arrow-right" onClick={() => setStep('shift')}>
              Push today to tomorrow
            </Button>
          </>
        )
      }
      menu={[
        ...(mayClear ? [{ label: 'Clear days', icon: 'x', onSelect: () => setStep('clear') } as const] : []),
        { label: 'Export CSV', icon: 'download', onSelect: exportCsv },
        { label: 'Print', icon: 'printer', onSelect: () => void print() },
      ]}
      filters={
        <>
          <BoardFilters place={place} go={go} search={search} onSearch={setSearch} />
          <BoardLegend />
        </>
      }
    >
      <div className={fill}>
        <Board place={place} search={search} from={from} to={to} editable={editable} onShown={onShown} />
        {editable && <PublishBar from={from} to={to} />}
        {step && <StepDialog step={step} from={from} to={to} onClose={() => setStep(null)} />}
      </div>
    </ScheduleFrame>
  )
}

const BoardLegend = () => (
  <Legend>
    <li>
      <span className={swatch} /> Published
    </li>
    <li>
      <span className={swatch} data-draft="" /> Draft
    </li>
    <li>
      <span className={swatch} data-asked="" /> Time off asked for
    </li>
    <li>
      <Icon name="flag" size="sm" /> Lead
    </li>
    <li>
      <Icon name="check" size="sm" /> Confirmed
    </li>
    <li>
      <Icon name="x" size="sm" /> Declined
    </li>
  </Legend>
)

/** The board fills the window below the page's head and scrolls in itself. */
const fill = css({ display: 'flex', flexDirection: 'column', gap: '3', height: 'max(30rem, calc(100vh - 13.5rem))' })
const swatch = css({
  width: '5',
  height: '3',
  borderRadius: 'xs',
  background: 'job.1.soft',
  borderInlineStart: '3px solid {colors.job.1}',
  '&[data-draft]': {
    background: 'repeating-linear-gradient(135deg, {colors.job.1.soft} 0 3px, {colors.card} 3px 6px)',
    border: '1px solid {colors.job.1}',
  },
  '&[data-asked]': {
    background: 'repeating-linear-gradient(135deg, {colors.attention.soft} 0 3px, {colors.card} 3px 6px)',
    border: '1px solid {colors.attention}',
  },
})
