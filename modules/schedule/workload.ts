import { sql } from 'kysely'
import { addDays, daysBetween, isDay, type Day } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { overtimeSettings, rulesOf } from '../overtime/entities.ts'
import { companyDays } from './company-days.ts'
import { offBetween, settingsOf } from './context.ts'
import type { Workload } from './entities.ts'

/** The longest span that is answered, and how far around it days off are known, in days. */
const MOST = 2 * 366
const AROUND = 366

const jsonIn = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

function headcountIn(value: unknown): Workload['bars'][number]['headcount'] {
  const held = new Map<string, unknown>(Object.entries(jsonIn(value) ?? {}))
  const of = (licence: string) => Number(held.get(licence) ?? 0)
  return { journeyman: of('journeyman'), apprentice: of('apprentice'), laborer: of('laborer') }
}
function maskIn(value: unknown): number[] | null {
  const parsed = jsonIn(value)
  return Array.isArray(parsed) ? parsed.map(Number) : null
}

/** What is needed and who there is between two days, read in a few statements however many people and projects. */
export async function workload(ctx: Ctx, { from = '', to = '' }: Record<string, string>): Promise<Workload> {
  if (!isDay(from)) refuse('From must be a date.', { from: ['From must be a date.'] })
  if (!isDay(to) || to < from) refuse('To must be a date.', { to: ['To must be a date on or after the first.'] })
  if (daysBetween(from, to) > MOST) refuse('Two years at most.', { to: ['To must be two years later at most.'] })
  const wide = { from: addDays(from, -AROUND), to: addDays(to, AROUND) }
  const days = await offBetween(wide.from, wide.to, ctx)
  const { work_days } = await settingsOf(ctx)
  const [overtime] = await ctx.cached(overtimeSettings)
  const company = companyDays(wide, work_days, rulesOf(overtime).other, days)
  // Bars around the span too, since a scenario may move them into it.
  const bars = await ctx.query(
    sql<{
      id: unknown
      project_id: unknown
      phase_id: unknown
      start_date: Day
      end_date: Day
      headcount: unknown
      tentative: unknown
    }>`select e.id, e.project_id, e.phase_id, e.start_date, e.end_date, e.headcount, case when e.tentative then 1 else 0 end as tentative from schedule_events e join projects p on p.id = e.project_id where e.kind = 'phase' and e.deleted_at is null and p.deleted_at is null and p.archived_at is null and e.start_date <= ${wide.to} and e.end_date >= ${wide.from} order by e.id`,
  )
  const people = await ctx.query(
    sql<{
      id: unknown
      license: string | null
    }>`select id, license from users where deleted_at is null and active and schedulable and customer_id is null and contact_type_id is null order by id`,
  )
  const assignments = await ctx.query(
    sql<{
      user_id: unknown
      project_id: unknown
      phase_id: unknown
      start_date: Day
      end_date: Day
      days: unknown
      hours: unknown
    }>`select user_id, project_id, phase_id, start_date, end_date, days, hours_per_day as hours from schedule_events where kind = 'assignment' and deleted_at is null and not removed and start_date <= ${to} and end_date >= ${from} order by id`,
  )
  return {
    bars: bars.map(({ id, project_id, phase_id, start_date, end_date, headcount, tentative }) => ({
      id: Number(id),
      project_id: Number(project_id),
      phase_id: Number(phase_id),
      start_date,
      end_date,
      headcount: headcountIn(headcount),
      tentative: Number(tentative) === 1,
    })),
    people: people.map(({ id, license }) => ({ id: Number(id), license })),
    away: days.flatMap(({ everyone, user_ids, start_date, end_date }) =>
      everyone || start_date === null || start_date > to || (end_date ?? start_date) < from
        ? []
        : user_ids.map((user_id) => ({ user_id, from: start_date, to: end_date ?? start_date })),
    ),
    assignments: assignments.map(({ user_id, project_id, phase_id, start_date, end_date, days: mask, hours }) => ({
      user_id: Number(user_id),
      project_id: Number(project_id),
      phase_id: phase_id === null ? null : Number(phase_id),
      start_date,
      end_date,
      days: maskIn(mask),
      hours: Number(hours),
    })),
    work_days,
    off: [...company.off.keys()],
  }
}
