import type { Id } from '#core/access/access.ts'
import { addDays, isDay } from '#lib/days.ts'
import { between, refuse, type Ctx } from '#server/define-server.ts'
import { crews } from '../../crews/entities.ts'
import { timeEntries } from '../entities.ts'
import { ledDays } from '../led.ts'

/** How many days back people are one's crew whose hours one entered. */
const DAYS_BACK = 14

/**
 * Whose hours the asker is likely to enter on a day: those led by the published schedule, those of saved crews, and those
 * whose hours the asker entered in the last two weeks. It proposes, and shows nobody's hours (rule time-visibility).
 */
export async function crew({ all, groups, pick, user }: Ctx, { day = '' }: Record<string, string>): Promise<Id[]> {
  if (!isDay(day)) refuse('Day must be a date.', { day: ['Day must be a date.'] })
  const led = await pick(ledDays, ['user_id'], { leader_id: user.id, date: day })
  const saved = await all(crews, { user_id: user.id })
  const where = { creator_id: user.id, date: between(addDays(day, -DAYS_BACK), day) }
  const entered = await groups(timeEntries, { by: ['user_id'], where, sum: ['hours'] })
  const people = [...led, ...saved.flatMap(({ crew_users }) => crew_users), ...entered]
  return [...new Set(people.map(({ user_id }) => user_id))]
}
