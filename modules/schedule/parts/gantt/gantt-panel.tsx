import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useSavedValue } from '#blocks/autosave/use-saved-value.ts'
import { useServices } from '#blocks/services/services.tsx'
import { addDays, formatWeekday, startOfWeek } from '#lib/days.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { AnchoredPopover } from '#ui/popover/popover.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { phases } from '../../../phases/entities.ts'
import { licenses, scheduleEvents, type PhaseBar, type ScheduleEvent } from '../../entities.ts'
import { seesWork } from '../../guards.ts'
import { headsOf, type GanttTools } from './gantt-bar.tsx'
import { usePublishing } from './gantt-row.tsx'

/** A bar's days, people and what it waits for, beside the bar. @useSignals */
export const GanttPanel = ({
  item,
  bars,
  short,
  anchor,
  editable,
  onEdit,
  onClose,
}: {
  item: ReadonlySignal<ScheduleEvent>
  bars: ReadonlySignal<readonly PhaseBar[]>
  short: GanttTools['short']
  anchor: HTMLElement
  editable: boolean
  onEdit: (bar: PhaseBar) => void
  onClose: () => void
}) => {
  const { store, session } = useServices()
  const user = session.user.value
  const bar = item.value
  if (bar.kind !== 'phase') return null
  const phase = store.of(phases).get(bar.phase_id)
  const nameOf = (one: PhaseBar) => store.of(phases).get(one.phase_id)?.name ?? 'Phase'
  const before = bars.value.find(({ id }) => id === bar.blocked_by_id)
  const after = bars.value.filter(({ blocked_by_id }) => blocked_by_id === bar.id)
  const heads = headsOf(bar.headcount)
  return (
    <AnchoredPopover anchor={anchor} title={phase?.name ?? 'Phase'} onClose={onClose}>
      <div className={panel}>
        <p className={title}>
          <i style={{ background: phase?.color }} />
          <b>{phase?.name}</b>
          <span>{bar.project_number}</span>
          {editable && (bar.draft ? <Tag tone="attention">Draft</Tag> : <Tag tone="done">Published</Tag>)}
        </p>
        <dl className={facts}>
          <Fact label="Start" value={formatWeekday(bar.start_date)} />
          <Fact label="End" value={formatWeekday(bar.end_date)} />
          {seesWork(user) && <Fact label="Headcount" value={heads || 'Nobody'} />}
          {editable && <Assigned bar={bar} short={short} />}
          <Fact label="Blocked by" value={before ? `${nameOf(before)}${lagText(bar.lag_days)}` : 'Nothing'} />
          <Fact label="Blocks" value={after.map(nameOf).join(', ') || 'Nothing'} />
          {!editable && <Fact label="Complete" value={`${bar.percent_complete} %`} />}
        </dl>
        {editable && <Edits key={bar.id} bar={bar} onEdit={() => onEdit(bar)} />}
      </div>
    </AnchoredPopover>
  )
}

const lagText = (days: number) => (days === 0 ? '' : ` ${days > 0 ? '+' : '−'}${Math.abs(days)} d`)

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** The people assigned to the phase this week, beside the headcount that it needs. @useSignals */
const Assigned = ({ bar, short: all }: { bar: PhaseBar; short: GanttTools['short'] }) => {
  const { settings, today } = useServices()
  const from = startOfWeek(today.value, settings.value.week_start)
  const label = 'Assigned this week'
  if (all.value === null) return <Fact label={label} value="–" />
  if (bar.start_date > addDays(from, 6) || bar.end_date < from) return <Fact label={label} value="Not this week" />
  const short = all.value.find(({ id }) => id === bar.id)
  const missing = short ? headsOf(short.missing) : ''
  const there = headsOf(
    Object.assign(
      { ...bar.headcount },
      ...licenses.map((one) => ({ [one]: bar.headcount[one] - (short?.missing[one] ?? 0) })),
    ),
  )
  return (
    <div>
      <dt>{label}</dt>
      <dd data-short={missing ? '' : undefined} data-filled={missing ? undefined : ''}>
        {missing ? `${missing} missing` : there ? `${there}, filled` : 'Needs nobody'}
      </dd>
    </div>
  )
}

const Edits = ({ bar, onEdit }: { bar: PhaseBar; onEdit: () => void }) => {
  const { api } = useServices()
  const { busy, toggle } = usePublishing(bar)
  const { value, error, change, leave } = useSavedValue<number | null>(
    'percent_complete',
    bar.percent_complete,
    (percent, basis) =>
      api(scheduleEvents).save({ id: bar.id, percent_complete: percent ?? 0 }, { basis: { percent_complete: basis } }),
  )
  return (
    <>
      <Field label="Percent complete" {...(error && { error })}>
        <span onBlur={leave}>
          <NumberInput value={value} step={1} min={0} max={100} onChange={change} onEnter={leave} />
        </span>
      </Field>
      <Switch value={bar.published_at !== null} disabled={busy} onChange={() => void toggle()}>
        Customer sees this bar
      </Switch>
      <p className={buttons}>
        <Button variant="outline" icon="pencil" onClick={onEdit}>
          Edit
        </Button>
        <LinkButton href={`/schedule?view=board&day=${bar.start_date}&project=${bar.project_id}`}>Assign</LinkButton>
      </p>
    </>
  )
}

const panel = css({ stack: '3', width: 'min(17rem, 100%)' })
const title = css({
  row: '2',
  '& i': { flex: 'none', boxSize: '2.5', borderRadius: 'xs' },
  '& b': { fontSize: 'lg', fontWeight: 'section' },
  '& > span:nth-of-type(1)': { flex: '1', color: 'muted' },
})
const facts = css({
  stack: '2.5',
  gridTemplateColumns: '1fr 1fr',
  '& dt': { fontSize: 'xs', color: 'muted' },
  '& dd': { fontSize: 'sm', fontWeight: 'strong' },
  '& [data-short]': { color: 'conflict' },
  '& [data-filled]': { color: 'done' },
})
const buttons = css({ display: 'flex', justifyContent: 'space-between', gap: '2' })
