import type { Id } from '#core/access/access.ts'
import { guest } from '#core/access/access.ts'
import { addDays, daysBetween, type Day } from '#lib/days.ts'
import { between, not, refuse, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { documents } from '../../documents/entities.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { replyOn } from '../answers.ts'
import { hoursOn } from '../days-of.ts'
import { settingsOf, workDaysAround } from './context.ts'
import type { Agenda, AgendaJob } from '../agenda-shape.ts'
import { scheduleEvents } from '../entities.ts'
import { dayFrom } from './publish.ts'
import { daysTold, toldIn } from '../told.ts'

const MOST_DAYS = 42
const COMING = 8

/** Published work from one day to another: a reader sees the whole crew of each day and job that is their own. */
export async function agenda(ctx: Ctx, params: Record<string, string>): Promise<Agenda> {
  const today = await todayOf(ctx)
  const from = dayFrom(params.from, 'from') ?? today
  const to = dayFrom(params.to, 'to') ?? addDays(from, COMING)
  if (to < from || daysBetween(from, to) > MOST_DAYS)
    refuse('Ask for six weeks at most.', { to: ['To must be within six weeks after from.'] })
  const span = { told_from: between(null, to), told_to: between(from, null), published_at: not(null) }
  const company = await workDaysAround(from, to, ctx)
  const { start_time } = await settingsOf(ctx)
  const rows = await ctx.all(scheduleEvents, { kind: 'assignment', ...span })
  const places = rows.flatMap((row) => {
    const told = toldIn(row.published)
    const days = daysTold(told, company).filter((day) => day >= from && day <= to)
    return told ? days.map((date) => ({ row, told, date })) : []
  })
  const { user } = ctx
  const seesAll = !guest(user) && user.role !== 'employee'
  const byJob = Map.groupBy(places, ({ told, date }) => `${date} ${told.project_id}`)
  const shown = [...byJob.values()].filter(
    (crew) => seesAll || crew.some(({ told: { user_id } }) => user_id === user.id),
  )
  const named = shown.flat().map(({ told }) => told)
  const people = byId(await ctx.all(users, { id: distinct(named.map(({ user_id }) => user_id)) }))
  const jobs = byId(await ctx.all(projects, { id: distinct(named.map(({ project_id }) => project_id)) }))
  const stages = byId(await ctx.cached(phases))
  const calendar = (await ctx.shown(scheduleEvents, { kind: 'calendar', ...span })).flatMap((event) =>
    event.kind === 'calendar' && event.id !== undefined ? [{ ...event, id: event.id }] : [],
  )
  const pinned = [...shown.flat().map(({ row }) => row), ...calendar]
  const files = await documentsOf(
    ctx,
    pinned.flatMap((event) => (event.documents ?? []).map(({ document_id }) => document_id)),
  )

  return {
    from,
    to,
    today,
    jobs: shown
      .flatMap((crew): AgendaJob[] => {
        const [first] = crew
        const project = first && jobs.get(first.told.project_id)
        if (!first || !project) return []
        const own = crew.find(({ told }) => told.user_id === user.id)
        const { date } = first
        const shownPhase = own?.told.phase_id ?? first.told.phase_id
        return [
          {
            date,
            project_id: project.id,
            name: project.name,
            number: project.number,
            address: project.address,
            phase: shownPhase === null ? null : (stages.get(shownPhase)?.name ?? null),
            start_time: crew.map(({ told }) => told.start_time ?? start_time).toSorted()[0] ?? start_time,
            mine: own
              ? {
                  event_id: own.row.id,
                  hours: hoursOn(own.told.hours_per_day, date, company),
                  lead: own.told.lead,
                  start_time: own.told.start_time ?? start_time,
                  meeting_place: own.told.meeting_place,
                  note: own.told.note,
                  reply: replyOn(own.row.answers, date),
                }
              : null,
            crew: crew
              .map(({ told, row }) => ({
                user_id: told.user_id,
                name: people.get(told.user_id)?.name ?? '',
                license: guest(user) ? null : (people.get(told.user_id)?.license ?? null),
                phone: people.get(told.user_id)?.phone_number ?? null,
                lead: told.lead,
                reply: replyOn(row.answers, date),
                reason: seesAll ? (row.answers.find((one) => one.date === date)?.declined_reason ?? null) : null,
              }))
              .toSorted((a, b) => Number(b.lead) - Number(a.lead) || (a.name < b.name ? -1 : 1)),
            documents: unique(
              [...crew.map(({ row }) => row), ...calendar.filter((event) => event.project_id === project.id)].flatMap(
                (event) => (event.documents ?? []).flatMap(({ document_id }) => files.get(document_id) ?? []),
              ),
            ),
          },
        ]
      })
      .toSorted((a, b) => (a.date === b.date ? (a.number < b.number ? -1 : 1) : a.date < b.date ? -1 : 1)),
    events: calendar.flatMap((event) =>
      daysOn(event, from, to).map((date) => ({
        date,
        id: event.id,
        type: event.type ?? 'meeting',
        title: event.title ?? '',
        starts_at: event.starts_at ?? null,
        ends_at: event.ends_at ?? null,
        location: event.location ?? null,
        project_id: event.project_id ?? null,
        own: event.everyone === true || (event.attendees ?? []).some(({ user_id }) => user_id === user.id),
      })),
    ),
  }
}

function daysOn(event: { start_date?: Day | null; end_date?: Day | null }, from: Day, to: Day): Day[] {
  const { start_date, end_date } = event
  if (!start_date) return []
  const [first, last] = [
    start_date < from ? from : start_date,
    (end_date ?? start_date) > to ? to : (end_date ?? start_date),
  ]
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, at) => addDays(first, at))
}

const unique = <T extends { id: Id }>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
]

const distinct = <T>(ids: readonly T[]): T[] => [...new Set(ids)]
const byId = <R extends { id: Id }>(records: readonly R[]) => new Map(records.map((record) => [record.id, record]))

/** The documents among these that the reader may see, by id. */
async function documentsOf({ shown }: Ctx, ids: readonly Id[]) {
  const found = ids.length ? await shown(documents, { id: [...new Set(ids)], archived_at: null }) : []
  return new Map(found.flatMap(({ id, name }) => (id && name !== undefined ? [[id, { id, name }] as const] : [])))
}
