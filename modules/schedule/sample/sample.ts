import type { DraftOf } from '#core/entity/entity.ts'
import { addDays, momentIn, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import { holidayOn } from '#lib/overtime/holidays.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { rulesOf } from '../../overtime/entities.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { leaveUnchecked } from '../server/book.ts'
import { leadFirst } from '../server/leading.ts'
import { scheduleEvents } from '../entities.ts'
import { planOf, toldOf } from '../plan.ts'

const ZONE = 'America/Los_Angeles'

/** Who works where: mailbox, job, first and last day from this week's Monday, and whether they lead it. */
const crews = [
  ['foreman', 0, -14, -3, true],
  ['foreman', 0, 0, 4, true],
  ['foreman', 0, 7, 9, true],
  ['pat', 0, -14, -3, false],
  ['pat', 0, 0, 4, false],
  ['pat', 0, 7, 9, false],
  ['employee', 0, -7, -3, false],
  ['employee', 0, 0, 4, false],
  ['employee', 0, 7, 9, false],
  ['sam', 2, -14, -3, true],
  ['sam', 2, 0, 4, true],
  ['aisha', 2, -7, -3, false],
  ['aisha', 2, 0, 4, false],
  ['theo', 2, 0, 3, false],
  ['theo', 2, 4, 4, false],
  ['marisol', 3, -7, -3, true],
  ['marisol', 3, 0, 4, true],
  ['marisol', 3, 7, 9, true],
  ['nell', 4, 0, 2, true],
] as const

/** The same, as the manager is still planning it. */
const drafts = [
  ['sam', 2, 7, 9, true],
  ['pat', 1, 8, 8, false],
  ['aisha', 0, 7, 9, false],
] as const

/** Phases: job, the place of its phase among all, first and last day, and how many journeymen, apprentices and laborers. */
const bars = [
  [0, 1, -28, 25, 2, 1, 0, 55, true],
  [2, 0, -14, 18, 2, 1, 1, 30, true],
  [3, 2, -7, 11, 2, 1, 0, 40, true],
  [4, 2, 7, 25, 1, 0, 0, 0, false],
  [1, 1, 14, 32, 1, 1, 0, 0, false],
] as const

/** Phases further ahead: the same, with the place among all bars of the one they wait for, and whether they are sold yet. */
const ahead = [
  [0, 2, 28, 67, 3, 2, 0, 0, null],
  [2, 1, 28, 81, 3, 1, 1, 1, null],
  [3, 2, 28, 46, 1, 1, 0, 2, null],
  [4, 2, 35, 60, 1, 0, 1, null, null],
  [5, 0, 35, 53, 0, 1, 2, null, 'tentative'],
  [5, 1, 56, 95, 2, 1, 0, 9, 'tentative'],
  [6, 1, 63, 116, 2, 1, 1, null, 'tentative'],
  [9, 1, 98, 151, 3, 2, 1, null, null],
] as const

type Draft = DraftOf<typeof scheduleEvents>

/** The next day on which somebody is there: nobody meets or delivers on Thanksgiving. */
const workDayFrom = (day: Day): Day =>
  weekdayOf(day) % 6 === 0 || holidayOn(rulesOf(null).other, day) !== null ? workDayFrom(addDays(day, 1)) : day

/** Three weeks of two crews, with answers, drafts and conflicts. */
export const sample: Sample = {
  after: ['documents', 'daily-logs', 'payroll', 'punch-items', 'tasks', 'rfis', 'time', 'crews'],
  async seed(ctx) {
    const { save, all, now } = ctx
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0], person.id]))
    const jobs = await all(projects, { archived_at: null })
    const stages = await all(phases)
    const manager = people.get('manager')
    if (manager === undefined || !jobs.length) return
    leaveUnchecked(ctx)
    const today = await todayOf(ctx)
    const monday = addDays(startOfWeek(today), 1)
    const published = (draft: Draft): Draft => {
      const plan = planOf({ ...draft })
      return { ...draft, published: plan, published_id: manager, published_at: now, draft: false, ...toldOf(plan) }
    }
    const drawn: number[] = []
    for (const [job, stage, first, last, journeyman, apprentice, laborer, percent_complete, isShown] of bars) {
      const phase = stages[stage % stages.length]
      if (!phase) continue
      const draft: Draft = {
        kind: 'phase',
        project_id: jobs[job]?.id ?? null,
        phase_id: phase.id,
        start_date: addDays(monday, first),
        end_date: addDays(monday, last),
        headcount: { journeyman, apprentice, laborer },
        percent_complete,
        tentative: job === 1,
        lag_days: 0,
      }
      drawn.push((await save(scheduleEvents, isShown ? published(draft) : { ...draft, drafted_id: manager })).id)
    }
    for (const [job, stage, first, last, journeyman, apprentice, laborer, after, sold] of ahead) {
      const phase = stages[stage % stages.length]
      if (!phase) continue
      const draft: Draft = {
        kind: 'phase',
        project_id: jobs[job]?.id ?? null,
        phase_id: phase.id,
        start_date: addDays(monday, first),
        end_date: addDays(monday, last),
        headcount: { journeyman, apprentice, laborer },
        percent_complete: 0,
        tentative: sold === 'tentative',
        blocked_by_id: after === null ? null : (drawn[after] ?? null),
        lag_days: 0,
      }
      drawn.push((await save(scheduleEvents, published(draft))).id)
    }
    const events: readonly (readonly [
      string,
      'meeting' | 'delivery' | 'inspection' | 'shop',
      number,
      string,
      number,
    ])[] = [
      ['Rough-in inspection', 'inspection', 3, '09:30', 0],
      ['Owner walk', 'meeting', 3, '13:00', 3],
      ['Fixtures, stage', 'delivery', 1, '07:00', 0],
      ['Panel LP-2', 'delivery', 7, '08:00', 0],
      ['Gear delivery', 'delivery', -6, '07:00', 2],
    ]
    for (const [title, type, day, time, job] of events) {
      const date = workDayFrom(addDays(monday, day))
      const starts_at = momentIn(ZONE, date, time)
      await save(scheduleEvents, {
        ...published({
          kind: 'calendar',
          title,
          type,
          all_day: false,
          starts_at,
          ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
          start_date: date,
          end_date: date,
          project_id: jobs[job]?.id ?? null,
          user_ids: [],
        }),
        everyone: true,
      })
    }
    const off = (title: string, type: 'time_off' | 'holiday' | 'shop', from: Day, to: Day, user_ids: number[]) =>
      save(scheduleEvents, {
        ...published({ kind: 'calendar', title, type, all_day: true, start_date: from, end_date: to, user_ids }),
        attendees: user_ids.map((user_id) => ({ user_id })),
        everyone: user_ids.length === 0,
      })
    const theo = people.get('theo')
    const nell = people.get('nell')
    if (theo !== undefined) await off('Class', 'time_off', addDays(monday, 7), addDays(monday, 7), [theo])
    if (nell !== undefined) await off('Vacation', 'time_off', addDays(monday, 9), addDays(monday, 11), [nell])
    await off('Company day off', 'holiday', addDays(monday, 11), addDays(monday, 11), [])
    const assigned = ([mailbox, job, first, last, lead]:
      | (typeof crews)[number]
      | (typeof drafts)[number]): Draft | null => {
      const user_id = people.get(mailbox)
      if (user_id === undefined) return null
      return {
        kind: 'assignment',
        user_id,
        project_id: jobs[job]?.id ?? null,
        start_date: addDays(monday, first),
        end_date: addDays(monday, last),
        start_time: job === 0 ? '06:30' : null,
        hours_per_day: 8,
        lead,
      }
    }
    for (const crew of crews) {
      const draft = assigned(crew)
      if (!draft) continue
      const [mailbox, , first, last] = crew
      const declined = mailbox === 'theo' && first === last
      const days = Array.from({ length: last - first + 1 }, (_, at) => addDays(monday, first + at))
      // The foreman has not answered for tomorrow yet, nor has anybody for next week.
      const answered = first > 4 ? [] : mailbox === 'foreman' ? days.filter((day) => day <= today) : days
      await save(scheduleEvents, {
        ...published(draft),
        answers: answered.map((date) => ({
          date,
          confirmed_at: declined ? null : now,
          declined_at: declined ? now : null,
          declined_reason: declined ? 'Dentist in the morning' : null,
        })),
      })
    }
    for (const crew of drafts) {
      const draft = assigned(crew)
      if (draft) await save(scheduleEvents, { ...draft, drafted_id: manager })
    }
    await leadFirst(ctx)
  },
}
