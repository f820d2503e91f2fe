import { toastFailure } from '#blocks/failure/toast-failure.ts'
import type { Services } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import type { Id } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import { addDays, type Day } from '#lib/days.ts'
import { scheduleEvents, type Assignment } from '../../entities.ts'
import { takeStep } from '../step/take-step.ts'
import { plural } from '../step/words.ts'
import { draftsOf, type Step } from './board-steps.ts'

function shown<T>(result: Result<T>): Result<T> {
  if (!result.ok) toastFailure(result)
  return result
}

/** How far back somebody's last job is sought, in days. */
const BACK = 60

/** What the board does with the server. All of it says what went wrong. */
export interface BoardWrites {
  /** Takes steps at once. @returns whether they succeeded */
  takeSteps(steps: readonly Step[]): Promise<boolean>
  /** Clears days of these assignments at once; `days` are counted. */
  clear(span: { from: Day; to: Day }, ids: readonly Id[], days: number): Promise<boolean>
  /** Gives people days off. */
  timeOff(span: { from: Day; to: Day }, people: readonly Id[]): Promise<boolean>
  /** The last assignment that a person has before a day; null for none. */
  lastOf(person: Id, day: Day): Promise<Assignment | null>
}

export function writesOf(services: Services): BoardWrites {
  const resource = services.api(scheduleEvents)
  return {
    takeSteps: async (steps) => shown(await resource.saveMany(draftsOf(steps))).ok,
    async clear(span, ids, days) {
      const result = shown(await takeStep(services, 'clear', { ...span, ids }, ids))
      if (result.ok) offer(services, `${plural(days, 'day')} cleared.`, [result])
      return result.ok
    },
    async timeOff({ from, to }, people) {
      const off = { kind: 'calendar', type: 'time_off', title: 'Time off', all_day: true } as const
      const result = shown(await resource.save({ ...off, start_date: from, end_date: to, user_ids: [...people] }))
      if (result.ok) offer(services, `Time off for ${plural(people.length, 'person', 'people')}.`, [result])
      return result.ok
    },
    async lastOf(person, day) {
      const asked = { kind: 'assignment', user_id: person, from: addDays(day, -BACK), to: addDays(day, -1) }
      const found = await resource.fetchAll(asked)
      const own = found.ok ? found.data.flatMap((event) => (event.kind === 'assignment' ? [event] : [])) : []
      return lastBefore(own, day)
    },
  }
}

/** The assignment that ends last of those that begin before a day. */
export const lastBefore = (events: readonly Assignment[], day: Day): Assignment | null =>
  events
    .filter(({ start_date, removed }) => start_date < day && !removed)
    .toSorted((a, b) => (a.end_date < b.end_date ? -1 : 1))
    .at(-1) ?? null
