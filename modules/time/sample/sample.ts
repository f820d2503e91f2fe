import { addDays, startOfWeek, weekdayOf, type Day } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { costCodes } from '../../cost-codes/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { daySignatures, timecards, timeEntries, type EntryType, type Timecard } from '../entities.ts'
import { linesOfDay } from '../day-signatures.ts'
import { splitOf } from '../server/split-of.ts'
import { spanOf } from '../server/weeks.ts'

/** The number of past weeks. */
const WEEKS = 8
/** How many weeks a crew stays on a job, and how many jobs the crews move between. */
const [STAY, JOBS] = [2, 6]
/** States whose sites are far enough away for a per diem. */
const FAR = 'OR'
const signature_path = 'M 60 120 L 95 60 L 120 130 L 160 75 L 190 120 L 250 90 L 320 115 L 400 80'
const FRIDAY = 5
const SATURDAY = 6

/** Two crews that stay on a job for a while, with the days off, the late Fridays and the gaps of real ones. */
export const sample: Sample = {
  after: ['projects', 'cost-codes', 'users'],
  async seed(ctx, { pick }) {
    const { save, all, now } = ctx
    const people = (await all(users, { track_time: true, active: true })).slice(0, 12)
    const codes = Map.groupBy(await all(costCodes, { active: true }), ({ project_id }) => project_id)
    const jobs = (await all(projects, { archived_at: null })).filter(({ id }) => codes.has(id)).slice(0, JOBS)
    const foremen = people.filter(({ role }) => role === 'foreman')
    const others = people.filter(({ role }) => role !== 'foreman')
    const today = await todayOf(ctx)
    const first = addDays(startOfWeek(today), -7 * WEEKS)
    const last = lastWorkdayBefore(today)
    const crews = foremen.map((foreman, nth) => ({
      foreman,
      members: [foreman, ...others.filter((_, at) => at % foremen.length === nth)],
    }))
    for (let day = first; day <= last; day = addDays(day, 1)) {
      const [week, weekday] = [Math.floor(daysFrom(first, day) / 7), weekdayOf(day)]
      if (weekday === 0 || (weekday === SATURDAY && week % 4 !== 2)) continue
      for (const [nth, { foreman, members }] of crews.entries()) {
        // On the Saturdays that are worked, only one crew does.
        if (weekday === SATURDAY && nth > 0) continue
        const job = jobs[(Math.floor(week / STAY) + nth * 2) % jobs.length]
        const open = job ? (codes.get(job.id) ?? []) : []
        if (!job || !open.length) continue
        for (const [at, person] of members.entries()) {
          // The last of a crew has no time yet for the last day, so that somebody is missing.
          if (day === last && at === members.length - 1) continue
          // Everyone has a day off now and then.
          const isOff = weekday === FRIDAY && (week + at) % 7 === 3
          const enter = (hours: number, code: (typeof open)[number] | undefined, type: EntryType = 'standard') =>
            save(timeEntries, {
              user_id: person.id,
              type,
              project_id: code ? job.id : null,
              cost_code_id: code?.id ?? null,
              date: day,
              hours,
              per_diem: code !== undefined && job.address?.state === FAR,
              creator_id: foreman.id,
            })
          if (isOff) await enter(8, undefined, 'vacation')
          else if (weekday === SATURDAY) await enter(5, open[(week + at) % open.length])
          else {
            const hours = [8, 8, 8, 8, 8, 8, 8.5, 9, 7.5, 10][pick(10)] ?? 8
            const [main, side] = [open[(week + (at >> 1)) % open.length], open[(week + at + 1) % open.length]]
            const isSplit = pick(5) === 0 && main !== side
            if (isSplit) await enter(2, side)
            await enter(isSplit ? hours - 2 : hours, main)
          }
        }
      }
    }
    // One crew has begun to sign the last day.
    const [crew] = crews
    for (const person of crew?.members.slice(0, 2) ?? []) {
      const lines = linesOfDay(await all(timeEntries, { user_id: person.id, date: last }))
      const held = { holder_id: crew?.foreman.id ?? 0, entered_id: crew?.foreman.id ?? null }
      if (lines.length) await save(daySignatures, { user_id: person.id, date: last, signature_path, lines, ...held })
    }
    const [office] = await all(users, { email: 'office@plumbline.test' })
    const starts = Array.from({ length: WEEKS }, (_, week) => addDays(first, 7 * week))
    for (const [at, start] of starts.entries()) {
      // The week before this one is still being submitted.
      const isLast = at === starts.length - 1
      for (const week of await all(timecards, { week_start: start })) {
        if (isLast && pick(3) === 0) continue
        const submitted = { submitted_id: week.user_id, submitted_at: morningAfter(start, now) }
        await save(timecards, {
          id: week.id,
          ...submitted,
          ...(!isLast && { approved_id: office?.id ?? null, approved_at: morningAfter(start, now) }),
          ...(!isLast && (await paidOf(week))),
        })
      }
    }

    // What is done fits what was booked: a little more or less than was sold for it.
    const booked = Map.groupBy(await all(timeEntries), ({ cost_code_id }) => cost_code_id)
    for (const code of await all(costCodes)) {
      const actual = (booked.get(code.id) ?? []).reduce((sum, { hours }) => sum + hours, 0)
      if (!code.budget_hours || !actual) continue
      const pace = 0.85 + pick(7) * 0.05
      const percent_complete = Math.min(100, Math.round((actual / code.budget_hours) * 100 * pace))
      await save(costCodes, { id: code.id, percent_complete })
    }

    async function paidOf(week: Timecard) {
      const entries = await all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
      const { totals, entries: split } = await splitOf(week, entries, ctx)
      return { totals, split }
    }
  },
}

const daysFrom = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function lastWorkdayBefore(day: Day): Day {
  const before = addDays(day, -1)
  return weekdayOf(before) % 6 === 0 ? lastWorkdayBefore(before) : before
}

/** Monday at 7 in the morning after a week, as an instant that is not in the future. */
function morningAfter(start: Day, now: string): string {
  const moment = `${addDays(start, 8)}T15:00:00.000Z`
  return moment < now ? moment : now
}
