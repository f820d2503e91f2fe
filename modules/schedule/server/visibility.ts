import { guest } from '#core/access/access.ts'
import { anyOf, not, some, within, type Ctx, type Where } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import type { ScheduleEvent } from '../entities.ts'
import { plans } from '../guards.ts'

/** What a rule may look at; a condition is checked against records of all kinds. */
interface Row {
  kind: string
  told_user_id: number | null
  attendees: { user_id: number }[]
  everyone: boolean
}

/**
 * Who sees which events (rule schedule-event): those who plan everything, others only what is published. Customers see
 * phases of their projects, contacts and employees what concerns them.
 */
export function visibleEvents({ user }: Pick<Ctx, 'user'>): true | Where<ScheduleEvent> {
  if (plans(user)) return true
  const published = { published_at: not(null) }
  if (user.customer_id !== null) return { ...published, kind: 'phase', told_project_id: within(projects) }
  const own = [{ kind: 'assignment', told_user_id: user.id }, { attendees: some({ user_id: user.id }) }]
  if (guest(user)) return { ...published, ...anyOf<Row>(...own) }
  if (user.role === 'employee') return { ...published, ...anyOf<Row>(...own, { kind: 'calendar', everyone: true }) }
  return published
}
