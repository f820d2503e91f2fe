import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { isApproved } from '../../closing.ts'
import type { ClosingWeek } from '../../entities.ts'

const labels = {
  open: 'Open',
  submitted: 'Submitted',
  rejected: 'Sent back',
  approved: 'Approved',
  exported: 'Exported',
}

/** The state of a week: what stands against it first, then how far it is. @useSignals */
export const WeekState = ({ week, exceptions }: { week: ClosingWeek; exceptions: string }) => {
  const { session } = useServices()
  const { user_id, employee_code, state, sound, kind, batch_id } = week
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
      {exceptions && <Tag tone="attention">{exceptions}</Tag>}
      {!sound ? (
        <Tag tone="attention">Changed since</Tag>
      ) : !isApproved(week) ? (
        !exceptions && <Tag>{labels[state]}</Tag>
      ) : kind === 'change' ? (
        <Tag tone="done">Approved, corrects batch {batch_id}</Tag>
      ) : batch_id !== null ? (
        <Tag>In batch {batch_id}</Tag>
      ) : (
        <Tag tone="done">Approved</Tag>
      )}
    </span>
  )
}

const list = css({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' })
const link = css({
  position: 'relative',
  zIndex: '1',
  color: 'attention',
  fontWeight: 'medium',
  _hover: { textDecoration: 'underline' },
})
