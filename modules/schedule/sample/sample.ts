import type { DraftOf } from '#core/entity/entity.ts'
import { addDays, daysBetween, momentIn, type Day } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { costCodes } from '../../cost-codes/entities.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { leaveUnchecked } from '../server/book.ts'
import { leadFirst } from '../server/leading.ts'
import { scheduleEvents, timeOffRequests, type TimeOffKind } from '../entities.ts'
import { planOf, toldOf } from '../plan.ts'

const ZONE = 'America/Los_Angeles'

type Draft = DraftOf<typeof scheduleEvents>

/** What is asked for, from so many work weeks from now on. */
const requests: readonly {
  mailbox: string
  kind: TimeOffKind
  weeks: number
  days: number
  hours?: number
  note?: string
  declined?: string
}[] = [
  { mailbox: 'employee', kind: 'vacation', weeks: 3, days: 3, note: 'My sister is getting married in Boise.' },
  { mailbox: 'pat', kind: 'personal', weeks: 2, days: 1, hours: 3 },
  { mailbox: 'employee', kind: 'personal', weeks: 1, days: 1, declined: 'The inspection is that day.' },
]

/** Who works where, with answers, drafts and conflicts, the phases they work on, and what happens meanwhile. */
export const sample: Sample = {
  after: ['documents', 'daily-logs', 'payroll', 'punch-items', 'tasks', 'rfis', 'time', 'crews'],
  async seed(ctx, { story }) {
    const { save, all, now } = ctx
    const people = new Map((await all(users)).map((person) => [person.email?.split('@')[0], person.id]))
    const jobs = await all(projects, { archived_at: null })
    const stages = await all(phases)
    const manager = people.get('manager')
    if (manager === undefined || !jobs.length) return
    leaveUnchecked(ctx)
    const today = await todayOf(ctx)
    const told = story(today)
    const { monday } = told
    const published = (draft: Draft): Draft => {
      const plan = planOf({ ...draft })
      return { ...draft, published: plan, published_id: manager, published_at: now, draft: false, ...toldOf(plan) }
    }
    const sold = Map.groupBy(await all(costCodes, { active: true }), ({ project_id }) => project_id)
    const drawn: number[] = []
    for (const { job, stage, from, to, needs, after, tentative, draft: isDrawn } of told.phases) {
      const [phase, project] = [stages.find(({ name }) => name === stage), jobs[job]]
      if (!phase || !project) continue
      const own = (sold.get(project.id) ?? []).filter(({ number }) => told.codes.stageOf(number) === stage)
      const hours = own.reduce((sum, { budget_hours }) => sum + (budget_hours ?? 0), 0)
      const done = own.reduce((sum, code) => sum + ((code.budget_hours ?? 0) * (code.percent_complete ?? 0)) / 100, 0)
      const [journeyman, apprentice, laborer] = needs
      const draft: Draft = {
        kind: 'phase',
        project_id: project.id,
        phase_id: phase.id,
        start_date: from,
        end_date: to,
        headcount: { journeyman, apprentice, laborer },
        percent_complete: hours && from < today ? Math.round((done / hours) * 100) : 0,
        tentative: tentative ?? false,
        blocked_by_id: after === undefined ? null : (drawn[after] ?? null),
        lag_days: 0,
      }
      drawn.push((await save(scheduleEvents, isDrawn ? { ...draft, drafted_id: manager } : published(draft))).id)
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
      ['Panel HP-2', 'delivery', 2, '08:00', 0],
      ['Gear delivery', 'delivery', -6, '07:00', 2],
    ]
    const meeting = (days: number): Day =>
      told.isOff(addDays(monday, days)) ? meeting(days + 1) : addDays(monday, days)
    for (const [title, type, day, time, job] of events) {
      const date = meeting(day)
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
    for (const { mailbox, title, from, to } of told.absences)
      await off(title, 'time_off', from, to, [people.get(mailbox) ?? 0])
    for (const { name, day } of told.holidays) await off(name, 'holiday', day, day, [])
    await off('Company day off', 'holiday', addDays(monday, 11), addDays(monday, 11), [])
    for (const { mailbox, job, from, to, lead, hours, note, declined, draft } of told.stints) {
      const plan: Draft = {
        kind: 'assignment',
        user_id: people.get(mailbox) ?? 0,
        project_id: jobs[job]?.id ?? null,
        start_date: from,
        end_date: to,
        start_time: job === 0 ? '06:30' : null,
        hours_per_day: hours,
        lead,
        note: note ?? null,
      }
      // The foreman has not answered for tomorrow yet, nor has anybody for next week.
      const last = mailbox === 'foreman' ? today : addDays(monday, 4)
      const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at)).filter(
        (date) => date <= last && (from === to || !told.isOff(date)),
      )
      const [confirmed_at, declined_at] = declined ? [null, now] : [now, null]
      const answers = days.map((date) => ({ date, confirmed_at, declined_at, declined_reason: declined ?? null }))
      await save(scheduleEvents, draft ? { ...plan, drafted_id: manager } : { ...published(plan), answers })
    }
    for (const { mailbox, kind, weeks, days, hours, note, declined } of requests) {
      const [user_id, first] = [people.get(mailbox), told.workday(weeks * 7)]
      if (user_id === undefined) continue
      await save(timeOffRequests, {
        user_id,
        kind,
        start_date: first,
        end_date: told.workday(weeks * 7 + days - 1),
        hours_per_day: hours ?? null,
        note: note ?? null,
        ...(declined !== undefined && { declined_id: manager, declined_at: now, declined_reason: declined }),
      })
    }
    await leadFirst(ctx)
  },
}
