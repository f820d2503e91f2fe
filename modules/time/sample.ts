import { addDays, dayIn, startOfWeek, weekdayOf } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { timecards, timeEntries } from './entities.ts'
import { splitOf } from './split-of.ts'
import { spanOf } from './weeks.ts'

/** The number of past weeks to create. */
const WEEKS = 2

export const sample: Sample = {
  after: ['projects', 'cost-codes', 'users'],
  async seed(ctx, { pick }) {
    const { save, all, now } = ctx
    const crew = (await all(users, { track_time: true, active: true })).slice(0, 12)
    const foreman = (await all(users, { email: 'foreman@plumbline.test' }))[0]
    const codes = await all(costCodes, { active: true })
    const jobs = (await all(projects, { archived_at: null })).filter(({ id }) =>
      codes.some(({ project_id }) => project_id === id),
    )
    const today = dayIn('America/Los_Angeles', new Date(now))
    for (let day = addDays(startOfWeek(today), -7 * WEEKS); day < today; day = addDays(day, 1)) {
      if (weekdayOf(day) === 0 || weekdayOf(day) === 6) continue
      for (const person of crew) {
        // Some days are left out, so that the lists of missing time are not empty.
        if (pick(14) === 0) continue
        const job = jobs[pick(Math.min(jobs.length, 8))]
        const open = codes.filter(({ project_id }) => project_id === job?.id)
        const code = open[pick(open.length)]
        if (!job || !code || !foreman) continue
        await save(timeEntries, {
          user_id: person.id,
          project_id: job.id,
          cost_code_id: code.id,
          date: day,
          hours: [8, 8, 8, 8.5, 9, 10, 7.5][pick(7)] ?? 8,
          per_diem: pick(9) === 0,
          creator_id: foreman.id,
        })
      }
    }
    // Weeks before the last one are approved, so that they are ready for payroll.
    const [office] = await all(users, { email: 'office@plumbline.test' })
    for (const week of await all(timecards, { week_start: addDays(startOfWeek(today), -7 * WEEKS) })) {
      const entries = await all(timeEntries, { user_id: week.user_id, date: spanOf(week) })
      const { totals, entries: split } = await splitOf(week, entries, ctx)
      const approved = { approved_id: office?.id ?? null, approved_at: now, totals, split }
      await save(timecards, { id: week.id, submitted_id: week.user_id, submitted_at: now, ...approved })
    }
    const before = addDays(startOfWeek(today), -7)
    for (const week of await all(timecards, { week_start: before }))
      if (pick(3) > 0) await save(timecards, { id: week.id, submitted_id: week.user_id, submitted_at: now })
  },
}
