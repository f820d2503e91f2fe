import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { addDays, daysBetween, momentIn, type Day } from '#lib/days.ts'
import { between, type Ctx } from '#server/define-server.ts'
import { todayOf, zoneOf } from '../../company/guards.ts'
import { notifications, type Notification } from '../../notifications/entities.ts'
import { projects } from '../../projects/entities.ts'
import { heldIn, lacksOn, splitsOf } from '../../time/facts.ts'
import { heldChanges, type Timecard } from '../../time/entities.ts'
import { isLocked } from '../../time/guards.ts'
import { users } from '../../users/entities.ts'
import { spanIn } from './batch-rules.ts'
import { settledExceptions, type AnyPreview, type WeekException } from '../entities.ts'
import { exceptionsOf, jobOf } from '../exceptions.ts'
import { planOf, type PlanRead, type Span } from './plan.ts'

const keyOf = ({ user_id, date, kind, hours }: Pick<WeekException, 'user_id' | 'date' | 'kind' | 'hours'>) =>
  `${user_id} ${date} ${kind} ${hours}`

/** A period as it is closed: its weeks, and what to look at before they are approved, in a constant number of statements. */
export async function preview(ctx: Ctx, params: Partial<Span>): Promise<AnyPreview> {
  const span = spanIn(params)
  const plan = await planOf(span, ctx)
  const read = [...plan.cards.values()]
  const splits = await splitsOf(
    read.flatMap(({ card, entries }) => (card.totals ? [] : [{ week: card, entries }])),
    ctx,
  )
  const leads = await leadsOf(plan, ctx)
  const settled = await ctx.pick(settledExceptions, ['user_id', 'date', 'kind', 'hours'], {
    date: between(span.starts_on, span.ends_on),
  })
  const isSettled = new Set(settled.map(keyOf))
  const found = [
    ...(await missingIn(span, plan, leads, ctx)),
    ...read.flatMap(({ card, entries }) =>
      exceptionsOf({ card, entries, warnings: splits.get(card.id)?.warnings ?? [] }),
    ),
  ]
  const isLeft = (one: WeekException) => !isSettled.has(keyOf(one))
  return {
    held: (await heldExceptions(span, plan, ctx)).filter(isLeft),
    weeks: plan.weeks.flatMap((week) => {
      const { card, entries } = plan.cards.get(week.timecard_id) ?? {}
      const paid = card?.totals ?? splits.get(week.timecard_id)?.totals
      if (!entries || !paid) return []
      return [{ ...week, paid, job: jobOf(entries).number, lead: leads.get(week.timecard_id)?.name ?? '' }]
    }),
    exceptions: found.filter(isLeft),
  }
}

/** Who lacks hours on the days of a period that are over, but for weeks that are approved. */
async function missingIn(
  { starts_on, ends_on }: Span,
  { cards }: PlanRead,
  leads: ReadonlyMap<Id, Lead>,
  ctx: Ctx,
): Promise<WeekException[]> {
  const today = await todayOf(ctx)
  const days = Array.from({ length: daysBetween(starts_on, ends_on) + 1 }, (_, at) => addDays(starts_on, at))
  const weeks = Map.groupBy(cards.values(), ({ card }) => card.user_id)
  const weekOf = (user_id: Id, date: Day) =>
    weeks.get(user_id)?.find(({ card }) => card.week_start <= date && date <= addDays(card.week_start, 6))
  const lacks = await lacksOn(
    days.filter((day) => day < today),
    ctx,
  )
  const ids = [...new Set(lacks.map(({ user_id }) => user_id))]
  const asked = await askedToday(users, ids, ctx)
  const open = ids.length ? await ctx.pick(users, ['id', 'name'], { id: ids, has_access: true }) : []
  const heard = await lastHeard([...open.map(({ id }) => id), ...[...leads.values()].map(({ id }) => id)], ctx)
  const zone = await zoneOf(ctx)
  const reached = new Map<Id, Lead>(open.map((person) => [person.id, { ...person, isReached: true }]))
  return lacks.flatMap(({ user_id, name, date, short }) => {
    const week = weekOf(user_id, date)
    if (isLocked(week?.card)) return []
    const timecard_id = week?.card.id ?? null
    const { id: project_id, number: job } = jobOf(week?.entries ?? [])
    const nothing = { text: '', entry_id: null, code: null }
    const to = reached.get(user_id) ?? leads.get(timecard_id ?? 0)
    const reminds = to?.isReached && to.id !== ctx.user.id ? { id: to.id, name: to.name } : null
    const at = to && heard.get(to.id)
    const unheard = at && at < momentIn(zone, addDays(date, 1)) ? { name: to.name, at } : null
    const more = { ...nothing, reminds, unheard, asked: toldBy(asked.get(user_id)) }
    return [{ kind: 'missing', user_id, name, timecard_id, date, hours: short, job, project_id, ...more }]
  })
}

/** What devices hold of a period's hours, of approved weeks too: there they would never arrive. */
async function heldExceptions({ starts_on, ends_on }: Span, { cards }: PlanRead, ctx: Ctx): Promise<WeekException[]> {
  const held = await heldIn(starts_on, ends_on, ctx)
  const ids = [...new Set(held.map(({ user_id }) => user_id))]
  const people = new Map(
    ids.length ? (await ctx.pick(users, ['id', 'name'], { id: ids })).map((one) => [one.id, one]) : [],
  )
  const of = held.map(({ id }) => id)
  const asked = await askedToday(heldChanges, of, ctx)
  return held.flatMap(({ id, user_id, holder_id, holder_name, days, count, kind, device, since, refusal }) => {
    const name = people.get(user_id)?.name
    const date = days.find((day) => starts_on <= day && day <= ends_on)
    if (name === undefined || date === undefined) return []
    const isItsWeek = ({ card }: { card: Timecard }) =>
      card.user_id === user_id && card.week_start <= date && date <= addDays(card.week_start, 6)
    const week = [...cards.values()].find(isItsWeek)
    const { id: project_id, number: job } = jobOf(week?.entries ?? [])
    return {
      kind: 'held',
      user_id,
      name,
      timecard_id: week?.card.id ?? null,
      date,
      hours: count,
      job,
      project_id,
      text: refusal ?? '',
      entry_id: null,
      code: null,
      held: { id, by: holder_name, kind, device, since },
      reminds: holder_id === ctx.user.id ? null : { id: holder_id, name: holder_name },
      asked: toldBy(asked.get(id)),
    }
  })
}

const toldBy = (told: Notification | undefined) =>
  told ? { by: told.actor_name ?? 'Someone', at: told.told_at } : null

/** When the devices on which these people are signed in last reached the server. A phone tells nothing without a network. */
async function lastHeard(of: readonly Id[], { query }: Ctx): Promise<Map<Id, string>> {
  if (!of.length) return new Map()
  const rows = await query(
    sql<{ user_id: unknown; at: string }>`select user_id, max(seen_at) as at from sessions
      where user_id in (${sql.join([...new Set(of)])}) group by user_id`,
  )
  return new Map(rows.map(({ user_id, at }) => [Number(user_id), at]))
}

/** What was asked for today of these people, or of what devices hold: the notification of each. */
async function askedToday({ table }: Entity, subjects: readonly Id[], ctx: Ctx): Promise<Map<Id, Notification>> {
  if (!subjects.length) return new Map()
  const since = momentIn(await zoneOf(ctx), await todayOf(ctx))
  const about = { subject_type: table, subject_id: [...subjects], kind: 'weeks' as const }
  const told = await ctx.all(notifications, { ...about, told_at: between(since, null) })
  return new Map(told.map((one) => [one.subject_id, one]))
}

/** A person, and whether they can be told something in the app. */
interface Lead {
  readonly id: Id
  readonly name: string
  readonly isReached: boolean
}

/**
 * Whose crew a week is in: that of the first foreman by name on the team of its job, otherwise of whoever entered most of its
 * hours for its person.
 */
async function leadsOf({ cards }: PlanRead, ctx: Ctx): Promise<Map<Id, Lead>> {
  const weeks = [...cards.values()]
  const ids = [...new Set(weeks.flatMap(({ entries }) => jobOf(entries).id ?? []))]
  const jobs = ids.length ? await ctx.all(projects, { id: ids }) : []
  const teams = new Map(jobs.map((job) => [job.id, new Set(job.project_users.map(({ user_id }) => user_id))]))
  const found = await ctx.pick(users, ['id', 'name', 'role', 'active', 'has_access'])
  const people = found.map((one) => ({ ...one, isReached: one.active && one.has_access }))
  const byId = new Map(people.map((one) => [one.id, one]))
  const foremen = people.filter(({ role }) => role === 'foreman').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return new Map(
    weeks.flatMap(({ card, entries }): [Id, Lead][] => {
      const team = teams.get(jobOf(entries).id ?? 0)
      const others = Map.groupBy(
        entries.filter(({ creator_id }) => creator_id !== card.user_id),
        ({ creator_id }) => creator_id,
      )
      const [most] = [...others].toSorted(([, a], [, b]) => b.length - a.length)
      const lead = foremen.find(({ id }) => team?.has(id)) ?? byId.get(most?.[0] ?? 0)
      return lead ? [[card.id, lead]] : []
    }),
  )
}
