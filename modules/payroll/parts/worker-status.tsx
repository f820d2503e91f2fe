import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatMonthDay } from '#lib/days.ts'
import { Tag } from '#ui/tag/tag.tsx'
import type { PayrollWeek } from '../rows.ts'
import type { Worker } from './workers.ts'

const stateLabels = {
  open: 'open',
  submitted: 'submitted',
  rejected: 'sent back',
  approved: 'approved',
  exported: 'exported',
}

/** Shows what prevents a person's export, with links to fix it, or that the weeks are approved or exported. @useSignals */
export const WorkerStatus = ({ worker: { user_id, employee_code, weeks } }: { worker: Worker }) => {
  const { session } = useServices()
  const blocked = weeks.filter(({ state, sound }) => !sound || (state !== 'approved' && state !== 'exported'))
  const batches = [...new Set(weeks.flatMap(({ batch_id }) => batch_id ?? []))]
  const named = `batch${batches.length > 1 ? 'es' : ''} ${batches.join(', ')}`
  if (employee_code && !blocked.length)
    return weeks.some(({ kind }) => kind === 'change') ? (
      <Tag tone="done">Approved, corrects {named}</Tag>
    ) : batches.length ? (
      <Tag>In {named}</Tag>
    ) : (
      <Tag tone="done">Approved</Tag>
    )
  return (
    <span className={list}>
      {!employee_code &&
        (can('edit', 'users')(session.user.value) ? (
          <a className={link} href={`/users?person=${user_id}`}>
            No employee code
          </a>
        ) : (
          <Tag tone="attention">No employee code</Tag>
        ))}
      {blocked.map((week) => (
        <a
          key={week.timecard_id}
          className={link}
          href={`/timecard?week=${week.week_start}&user=${user_id}`}
          aria-label={`Week of ${formatMonthDay(week.week_start)} ${problem(week)}`}
        >
          {/* The line above the table says how many are not approved; only what nobody expects stands out here. */}
          <Tag tone={week.sound ? 'neutral' : 'attention'}>
            {blocked.length > 1 && `${formatMonthDay(week.week_start)} `}
            {week.sound ? choiceLabel(stateLabels[week.state]) : 'Changed since'}
          </Tag>
        </a>
      ))}
    </span>
  )
}

const problem = ({ state, sound }: PayrollWeek) =>
  sound ? `is ${stateLabels[state]}` : 'differs from what was approved'

const list = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3', marginBottom: { _coarse: '-2.5' } })
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { base: '6', _coarse: 'touch' },
  color: 'attention',
  fontWeight: 'medium',
  borderRadius: 'xs',
  _hover: { textDecoration: 'underline' },
})
