import type { Hono } from 'hono'
import type { CurrentUser, Id } from '#core/access/access.ts'
import { addDays, momentIn, type Day } from '#lib/days.ts'
import { formatAddress } from '#lib/address.ts'
import { randomHex } from '#lib/random-hex.ts'
import { between, not, serve, sha256, type Ctx, type RouteTools, type Where } from '#server/define-server.ts'
import { todayOf, zoneOf } from '../../company/guards.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { isDeclined } from '../coverage.ts'
import { hoursOn } from '../days-of.ts'
import { settingsOf, workDaysAround } from './context.ts'
import { calendarFeeds, scheduleEvents, type CalendarEvent, type ScheduleEvent } from '../entities.ts'
import { seesProjects, type CalendarFeed } from '../feeds.ts'
import { writeIcs, type FeedEvent } from '../ics.ts'
import { visibleEvents } from './visibility.ts'
import { daysTold, toldIn, type Told } from '../told.ts'

/** How far a feed reaches back and ahead, in days. */
const [BACK, AHEAD] = [60, 365]
/** Bytes of a token, of which the database has the hash: whoever reads it or a backup cannot read a calendar. */
export const TOKEN = 24

/** The tokens that a request made, for its own answer. */
const madeIn = (ctx: Ctx) => ctx.once('tokens of calendar addresses', () => new Map<Id, string>())

/** Makes the feeds that a person lacks, without addresses: their own, and one for each project they see on the schedule. */
async function ensureFeeds(ctx: Ctx): Promise<void> {
  const { user } = ctx
  await ctx.alone(`calendar feeds of ${user.id}`)
  const known = new Set((await ctx.all(calendarFeeds, { user_id: user.id })).map(({ project_id }) => project_id))
  const seen = seesProjects(user) ? await ctx.shown(projects, { archived_at: null }) : []
  const wanted = [null, ...seen.flatMap(({ id }) => id ?? [])].filter((id) => !known.has(id))
  if (!wanted.length) return
  await ctx.save(
    calendarFeeds,
    wanted.map((project_id) => ({ user_id: user.id, project_id, token: sha256(randomHex(TOKEN)) })),
  )
}

export const servedFeeds = serve(calendarFeeds, {
  secret: true,
  visible: ({ user }) => ({ user_id: user.id }),
  beforeList: ensureFeeds,
  actions: {
    async renew(feed, ctx) {
      await ctx.accounts.demandConfirmed()
      const token = randomHex(TOKEN)
      madeIn(ctx).set(feed.id, token)
      return { ...feed, token: sha256(token), given_at: ctx.now }
    },
  },
  computed: {
    name: (feeds, { companyName }) =>
      feeds.map(({ project_number, project_name }) =>
        project_name === null ? `My schedule at ${companyName}` : `${project_number} ${project_name}`,
      ),
    url: (feeds, ctx) => {
      return feeds.map(({ id }) => {
        const token = madeIn(ctx).get(id)
        return token === undefined ? null : `${ctx.appUrl}/calendar/${token}.ics`
      })
    },
  },
})

/** Ends the addresses of a person who must not be read any longer by those who have one. */
export const endFeeds = (person: Id, ctx: Ctx): Promise<void> => ctx.setDerived(calendarFeeds, [], { user_id: person })

/** The published events of a feed between two days, as far as its owner may see them. */
async function eventsOf(feed: CalendarFeed, owner: CurrentUser, ctx: Ctx): Promise<FeedEvent[]> {
  const today = await todayOf(ctx)
  const [from, to] = [addDays(today, -BACK), addDays(today, AHEAD)]
  const phasesOnly = owner.customer_id !== null
  const span = { published_at: not(null), told_from: between(null, to), told_to: between(from, null) }
  const about = feed.project_id === null ? { told_user_id: feed.user_id } : { told_project_id: feed.project_id }
  // A customer is planned on nothing: their own feed has what is built for them.
  const theirs =
    phasesOnly &&
    feed.project_id === null &&
    (await ctx.pick(projects, ['id'], { customer_id: owner.customer_id ?? 0 }))
  const built = theirs ? { told_project_id: theirs.map(({ id }) => id) } : feed.project_id !== null && about
  const assigned = phasesOnly ? [] : await ctx.all(scheduleEvents, { kind: 'assignment', ...span, ...about })
  const seen = visibleEvents({ user: owner })
  const calendar = phasesOnly
    ? []
    : await ctx.all(scheduleEvents, { ...(seen !== true && seen), ...span, kind: 'calendar' })
  const phases = built ? await ctx.all(scheduleEvents, { kind: 'phase', ...span, ...built }) : []
  const dated = calendar.filter((event): event is CalendarEvent => event.kind === 'calendar' && isFor(event, feed))
  return [
    ...(await assignmentsOf(assigned, { from, to, span }, feed, ctx)),
    ...dated.map((event) => calendarOf(event)),
    ...(await phasesOf(phases, ctx)),
  ]
}

/** A person's own feed has what names them or everyone; a project's has what is about the project. */
const isFor = (event: CalendarEvent, { user_id, project_id }: CalendarFeed): boolean =>
  project_id === null ? event.everyone || event.user_ids.includes(user_id) : event.told_project_id === project_id

/** Each day of an assignment is an event of its own, so that it keeps its time of day when the clocks change. */
async function assignmentsOf(
  events: readonly ScheduleEvent[],
  {
    from,
    to,
    span,
  }: { from: Day; to: Day; span: Where<Pick<ScheduleEvent, 'published_at' | 'told_from' | 'told_to'>> },
  feed: CalendarFeed,
  ctx: Ctx,
): Promise<FeedEvent[]> {
  if (!events.length) return []
  const company = await workDaysAround(from, to, ctx)
  const { start_time } = await settingsOf(ctx)
  const zone = await zoneOf(ctx)
  const told = events.flatMap((event) => {
    const plan = toldIn(event.published)
    return plan ? [{ event, plan }] : []
  })
  const jobs = new Map(
    (await ctx.all(projects, { id: [...new Set(told.map(({ plan }) => plan.project_id))] })).map((job) => [
      job.id,
      job,
    ]),
  )
  // Whoever works on a job on a day may know who else does, and those who see whole projects know it anyway (rule schedule-event).
  const there = await ctx.all(scheduleEvents, { ...span, kind: 'assignment', told_project_id: [...jobs.keys()] })
  const people = new Map(
    (await ctx.pick(users, ['id', 'name'], { id: there.flatMap(({ told_user_id }) => told_user_id ?? []) })).map(
      ({ id, name }) => [id, name],
    ),
  )
  const crews = Map.groupBy(
    there.flatMap((row) => {
      const plan = toldIn(row.published)
      const days = daysTold(plan, company).filter((day) => !isDeclined({ ...row, draft: false }, day))
      return plan ? days.map((day) => ({ plan, place: `${plan.project_id} ${day}` })) : []
    }),
    ({ place }) => place,
  )
  const withWhom = ({ project_id, user_id }: Told, day: Day) => {
    const others = (crews.get(`${project_id} ${day}`) ?? []).filter(({ plan }) => plan.user_id !== user_id)
    const named = (lead: boolean) =>
      others.flatMap(({ plan }) => (plan.lead === lead ? (people.get(plan.user_id) ?? []) : [])).toSorted()
    return [['Lead', named(true)] as const, ['Crew', named(false)] as const].flatMap(([label, names]) =>
      names.length ? [`${label}: ${names.join(', ')}`] : [],
    )
  }
  const starts = new Map<string, string>()
  const startOf = (day: Day, time: string): string => {
    const key = `${day} ${time}`
    const known = starts.get(key) ?? momentIn(zone, day, time)
    starts.set(key, known)
    return known
  }
  const HOUR = 3_600_000
  return told.flatMap(({ event, plan }) => {
    const job = jobs.get(plan.project_id)
    const who = feed.project_id === null ? null : people.get(plan.user_id)
    const location = plan.meeting_place ?? (job?.address ? formatAddress(job.address) : null)
    return daysTold(plan, company)
      .filter((day) => day >= from && day <= to)
      .map((day) => {
        const starts_at = startOf(day, plan.start_time ?? start_time)
        const ends_at = new Date(Date.parse(starts_at) + hoursOn(plan.hours_per_day, day, company) * HOUR).toISOString()
        return {
          uid: `assignment-${event.id}-${day}`,
          title: [who, job ? `${job.number} ${job.name}` : 'Work', plan.lead ? '(lead)' : null]
            .filter(Boolean)
            .join(' '),
          location,
          note: [...(plan.note === null ? [] : [plan.note]), ...withWhom(plan, day)].join('\n') || null,
          when: { starts_at, ends_at },
          changed_at: event.published_at ?? event.updated_at,
        }
      })
  })
}

function calendarOf(event: CalendarEvent): FeedEvent {
  const { id, title, location, starts_at, ends_at, start_date, end_date, updated_at } = event
  const day = start_date ?? ''
  return {
    uid: `event-${id}`,
    title,
    location,
    note: null,
    when: starts_at && ends_at ? { starts_at, ends_at } : { start_date: day, end_date: end_date ?? day },
    changed_at: updated_at,
  }
}

async function phasesOf(events: readonly ScheduleEvent[], ctx: Ctx): Promise<FeedEvent[]> {
  if (!events.length) return []
  const jobs = [...new Set(events.flatMap(({ told_project_id }) => told_project_id ?? []))]
  const names = new Map((await ctx.all(projects, { id: jobs })).map(({ id, name }) => [id, name]))
  const stages = new Map((await ctx.cached(phases)).map(({ id, name }) => [id, name]))
  return events.flatMap((event) =>
    event.told_from === null || event.told_to === null
      ? []
      : [
          {
            uid: `phase-${event.id}`,
            title: [names.get(event.told_project_id ?? 0), stages.get(Number(event.published?.phase_id))]
              .filter(Boolean)
              .join(': '),
            location: null,
            note: null,
            when: { start_date: event.told_from, end_date: event.told_to },
            changed_at: event.published_at ?? event.updated_at,
          },
        ],
  )
}

/** Serves the feeds. An address of somebody who has left, or who sees the project no longer, is not found. */
export function mountFeeds(app: Hono, { inTransaction, userOf }: RouteTools): void {
  app.get('/calendar/:file{[0-9a-f]+\\.ics}', async (c) => {
    const token = c.req.param('file').replace(/\.ics$/, '')
    const [feed] = await inTransaction((ctx) => ctx.all(calendarFeeds, { token: sha256(token) }))
    const owner = feed && (await userOf(feed.user_id))
    if (!feed || owner?.permissions.schedule?.view !== true) return c.text('Not found', 404)
    const text = await inTransaction(async (ctx) => {
      if (feed.project_id !== null) {
        const project = await ctx.find(projects, feed.project_id)
        const isTheirs = owner.customer_id === null || project?.customer_id === owner.customer_id
        if (!project || !seesProjects(owner) || !isTheirs) return null
      }
      const [named] = await ctx.all(calendarFeeds, { id: feed.id })
      const name = named?.project_name ?? `Schedule of ${owner.name}`
      return writeIcs(name, await eventsOf(feed, owner, ctx))
    })
    if (text === null) return c.text('Not found', 404)
    return c.body(text, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, max-age=300',
    })
  })
}
