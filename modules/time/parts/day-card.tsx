import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { guardOf } from '#core/entity/entity.ts'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { timeEntries, type TimeEntry } from '../entities.ts'
import type { Split } from './use-split.ts'
import { typeLabels } from './labels.ts'

/** One day of a week: its entries with their hours, and the reasons for overtime. */
export const DayCard = ({
  day,
  today,
  entries,
  split,
  isKnown,
  locked,
  onAdd,
}: {
  day: Day
  today: boolean
  entries: readonly TimeEntry[]
  split: Split
  /** False while it is not known whether there are entries. */
  isKnown: boolean
  locked: boolean
  onAdd?: () => void
}) => {
  const hours = entries.reduce((sum, entry) => sum + entry.hours, 0)
  const warnings = split.warnings.filter((warning) => warning.date === day)
  return (
    <Card className={css({ display: 'grid', gap: '2.5' })}>
      <div className={head}>
        <h2 className={css({ fontWeight: 'strong', flex: '1' })}>
          {formatWeekday(day)} {today && <Tag tone="primary">Today</Tag>}
        </h2>
        <span className={css({ fontWeight: 'section', color: hours ? 'ink' : 'faint' })}>
          {isKnown || hours > 0 ? hours.toFixed(2) : '—'}
        </span>
        {onAdd && (
          <IconButton icon="plus" size="sm" aria-label={`Enter time on ${formatWeekday(day)}`} onClick={onAdd} />
        )}
      </div>
      {entries.length > 0 && (
        <ul className={css({ display: 'grid' })}>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} paid={split.byId.get(entry.id)} locked={locked} />
          ))}
        </ul>
      )}
      {warnings.map(({ text }) => (
        <p key={text} className={css({ textStyle: 'small', fontWeight: 'strong', color: 'attention' })}>
          {text}
        </p>
      ))}
    </Card>
  )
}

const Line = ({
  entry,
  paid,
  locked,
}: {
  entry: TimeEntry
  paid: ReturnType<Split['byId']['get']>
  locked: boolean
}) => {
  const { project, cost_code, type, hours, per_diem, notes } = entry
  return (
    <li className={line}>
      <span className={css({ minWidth: '0', flex: '1 1 12rem' })}>
        {project ? (
          <span className={css({ fontWeight: 'medium' })}>
            {project.number} · {project.name}
          </span>
        ) : (
          <span className={css({ fontWeight: 'medium' })}>{typeLabels[type]}</span>
        )}
        {cost_code && <span className={small}>{costCodeLabel(cost_code)}</span>}
        {notes && <span className={small}>{notes}</span>}
        {paid?.reason && <span className={why}>{paid.reason}</span>}
      </span>
      <span className={tags}>
        <WaitingTag entity={timeEntries} id={entry.id} />
        <Reviewed entry={entry} locked={locked} />
        {per_diem && <Tag small>Per diem</Tag>}
        {paid !== undefined && paid.overtime > 0 && (
          <Tag small tone="attention">
            {paid.overtime.toFixed(2)} OT
          </Tag>
        )}
        {paid !== undefined && paid.double > 0 && (
          <Tag small tone="attention">
            {paid.double.toFixed(2)} DT
          </Tag>
        )}
        <b>{hours.toFixed(2)}</b>
      </span>
    </li>
  )
}

/** Shows whether an entry was reviewed, and lets approvers review it. @useSignals */
const Reviewed = ({ entry, locked }: { entry: TimeEntry; locked: boolean }) => {
  const { session } = useServices()
  const resource = useResource(timeEntries)
  const may = !locked && guardOf(timeEntries, 'review')(session.user.value) && entry.project_id !== null
  if (!may)
    return (
      entry.reviewed_at && (
        <Tag small tone="done">
          Reviewed
        </Tag>
      )
    )
  const step = entry.reviewed_at ? 'unreview' : 'review'
  async function take() {
    const result = await resource.act(entry.id, step)
    if (!result.ok) toastFailure(result)
  }
  return (
    <Button
      size="sm"
      variant={entry.reviewed_at ? 'ghost' : 'outline'}
      icon="check"
      aria-pressed={entry.reviewed_at !== null}
      onClick={() => void take()}
    >
      {entry.reviewed_at ? 'Reviewed' : 'Review'}
    </Button>
  )
}

const head = css({ display: 'flex', alignItems: 'center', gap: '2.5', minHeight: '8' })
const line = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '3',
  paddingBlock: '2',
  borderTop: '1px solid {colors.line}',
})
const small = css({ display: 'block', textStyle: 'small', color: 'muted' })
const why = css({ display: 'block', textStyle: 'small', color: 'attention' })
const tags = css({ display: 'flex', alignItems: 'center', gap: '1.5', flex: 'none', marginInlineStart: 'auto' })
