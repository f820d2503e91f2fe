import { anyOf, beside, type Ctx, type Where } from '#server/define-server.ts'
import { seesAllTime, timeEntries } from '../entities.ts'
import { ledDays } from '../led.ts'

/**
 * Which time entries a user sees (rule time-visibility): approvers see all, others their own, those of people whom they
 * lead on that day, and those that they entered.
 */
export function visibleTime({ user }: Ctx): true | Where<{ user_id: number; creator_id: number }> {
  if (seesAllTime(user)) return true
  return anyOf<{ user_id: number; creator_id: number }>(
    { user_id: user.id },
    { creator_id: user.id },
    { user_id: beside(ledDays, 'user_id', { leader_id: user.id }, { from: 'date', days: 1, day: 'date' }) },
  )
}

/** Which weeks a user sees: those with a day of which the user sees hours by the same rule. */
export function visibleWeeks({ user }: Ctx): true | Where<{ user_id: number }> {
  if (seesAllTime(user)) return true
  const week = { from: 'week_start', days: 7, day: 'date' }
  return anyOf<{ user_id: number }>(
    { user_id: user.id },
    { user_id: beside(ledDays, 'user_id', { leader_id: user.id }, week) },
    { user_id: beside(timeEntries, 'user_id', { creator_id: user.id }, week) },
  )
}

/** What devices hold of people whom a user sees, leads or led, and what their own hold. */
export function visibleHeld({ user }: Ctx): true | Where<{ user_id: number; holder_id: number }> {
  if (seesAllTime(user)) return true
  return anyOf<{ user_id: number; holder_id: number }>(
    { user_id: user.id },
    { holder_id: user.id },
    { user_id: beside(ledDays, 'user_id', { leader_id: user.id }) },
  )
}
