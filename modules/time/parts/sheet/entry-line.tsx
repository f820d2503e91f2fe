import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css, cx } from '#css/css'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { formatHours } from '#lib/numbers.ts'
import type { EntrySplit } from '#lib/overtime/split-week.ts'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { typeLabels } from '../labels.ts'

interface Props {
  entry: TimeEntry
  paid: EntrySplit | undefined
  locked: boolean
  /** Whether it is the day's only entry. */
  only: boolean
  onOpen: () => void
}

/** One entry of a day: where and what for, its hours, and how they are paid where that is not regular. */
export const EntryLine = ({ entry, paid, locked, only, onOpen }: Props) => {
  const { project, cost_code, type, hours, per_diem, notes } = entry
  return (
    <li className={line}>
      <button type="button" className={open} onClick={onOpen}>
        <span className={css({ fontWeight: 'medium' })}>{project ? project.number : typeLabels[type]}</span>{' '}
        <span className={css({ color: 'muted' })}>
          {project && <span className={css({ hideBelow: 'md' })}>{project.name} · </span>}
          {cost_code && costCodeLabel(cost_code)}
        </span>
        {notes && <span className={small}>{notes}</span>}
        {paid?.reason && <span className={why}>{paid.reason}</span>}
      </button>
      <span className={tags}>
        <WaitingTag entity={timeEntries} id={entry.id} />
        <Reviewed entry={entry} locked={locked} />
        {per_diem && <Tag small>Per diem</Tag>}
        {paid !== undefined && paid.overtime > 0 && (
          <Tag small tone="attention">
            {formatHours(paid.overtime)} OT
          </Tag>
        )}
        {paid !== undefined && paid.double > 0 && (
          <Tag small tone="attention">
            {formatHours(paid.double)} DT
          </Tag>
        )}
        {/* On a phone the day's total above is that of its only entry. */}
        <span className={cx(css({ minWidth: '10', textAlign: 'end' }), only && css({ hideBelow: 'md' }))}>
          {formatHours(hours)}
        </span>
      </span>
    </li>
  )
}

/** Shows whether an entry was reviewed, and lets approvers review it. @useSignals */
const Reviewed = ({ entry, locked }: { entry: TimeEntry; locked: boolean }) => {
  const { steps, busy, asked } = useSteps(timeEntries, entry)
  const [step] = steps
  const isReviewed = entry.reviewed_at !== null
  if (locked || !step) return isReviewed && <StateTag small entity={timeEntries} record={entry} />
  return (
    <>
      <Button
        size="sm"
        variant={isReviewed ? 'ghost' : 'outline'}
        icon="check"
        aria-pressed={isReviewed}
        loading={busy}
        onClick={step.take}
      >
        {step.label}
      </Button>
      {asked}
    </>
  )
}

const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2.5', minHeight: '9' })
const open = css({
  flex: '1 1 12rem',
  minWidth: '0',
  minHeight: { base: '9', _coarse: 'touch' },
  textAlign: 'start',
  borderRadius: 'sm',
  overflowWrap: 'anywhere',
  _hover: { color: 'primary' },
})
const small = css({ display: 'block', textStyle: 'note' })
const why = css({ display: 'block', textStyle: 'small', color: 'attention' })
const tags = css({ wrap: '1.5', marginInlineStart: 'auto' })
