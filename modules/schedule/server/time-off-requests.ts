import { ref, text } from '#core/entity/fields.ts'
import type { Id } from '#core/access/access.ts'
import { addDays } from '#lib/days.ts'
import { between, on, refuse, serve, some, type Ctx } from '#server/define-server.ts'
import { tell, type Happening } from '../../notifications/tell.ts'
import { projects } from '../../projects/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { scheduleEvents, timeOffRequests, type ScheduleEvent, type TimeOffRequest } from '../entities.ts'
import { plans } from '../guards.ts'
import { settled } from '../plan.ts'
import { BEGUN, isAsked, spanText } from '../time-off.ts'
import { balances } from './balances.ts'

/** What a day off is called on the schedule, where others see it too. */
const TITLE = 'Time off'

/** Puts granted time off on the schedule. */
async function putOnSchedule({ id, user_id, kind, start_date, end_date, hours_per_day }: TimeOffRequest, ctx: Ctx) {
  const event = {
    kind: 'calendar' as const,
    title: TITLE,
    type: 'time_off' as const,
    all_day: true,
    start_date,
    end_date,
    user_ids: [user_id],
    hours_off: hours_per_day,
    off_kind: kind,
    request_id: id,
  }
  const derived = { attendees: [{ user_id }], everyone: false }
  await ctx.save(scheduleEvents, { ...event, ...settled(event, derived, ctx) })
}

/** The requests whose answer this transaction takes back, with what it put on the schedule. */
const takenBackIn = (ctx: Ctx) => ctx.once('answers taken back', () => new Set<Id>())

async function takeOffSchedule(request: TimeOffRequest, ctx: Ctx): Promise<TimeOffRequest> {
  takenBackIn(ctx).add(request.id)
  for (const { id } of await ctx.all(scheduleEvents, { request_id: request.id })) await ctx.remove(scheduleEvents, id)
  return request
}

export const servedRequests = serve(timeOffRequests, {
  visible: ({ user }) => plans(user) || { user_id: user.id },
  actions: {
    async grant(request, ctx) {
      await putOnSchedule(request, ctx)
      return request
    },
    async withdraw(request, ctx) {
      if (request.granted_at === null) return request
      if (request.start_date <= (await todayOf(ctx))) refuse(BEGUN)
      return takeOffSchedule(request, ctx)
    },
    reopen: takeOffSchedule,
  },
  queries: { balances: { asks: { year: text().optional(), user_id: ref('user').optional() }, run: balances } },
})

/** Granted time off that is taken off the schedule does not stand any longer. */
export async function withdrawRequest(event: ScheduleEvent, ctx: Ctx): Promise<void> {
  const id = event.kind === 'calendar' ? event.request_id : null
  const request = id === null ? null : await ctx.find(timeOffRequests, id)
  if (!request || request.granted_at === null || request.withdrawn_at !== null) return
  if (takenBackIn(ctx).has(request.id)) return
  await ctx.save(timeOffRequests, { id: request.id, withdrawn_id: ctx.user.id, withdrawn_at: ctx.now })
}

/** Granted time off that is moved on the schedule is that of the request, too. */
export async function moveRequest(event: ScheduleEvent, before: ScheduleEvent | null, ctx: Ctx): Promise<void> {
  if (!before || event.kind !== 'calendar' || event.request_id === null) return
  const request = await ctx.find(timeOffRequests, event.request_id)
  const { start_date, end_date, hours_off: hours_per_day, off_kind } = event
  if (!request || start_date === null || end_date === null) return
  if (event.type !== 'time_off' || !event.user_ids.includes(request.user_id)) return withdrawRequest(event, ctx)
  const now = { start_date, end_date, hours_per_day, kind: off_kind ?? request.kind }
  if (Object.entries(now).some(([name, value]) => request[name as keyof typeof now] !== value))
    await ctx.save(timeOffRequests, { id: request.id, ...now })
}

/** How far around the asked days the jobs of a person are looked for. */
const AROUND = 14
/** The roles whose people answer where no job has a project manager. */
const ANSWERING = ['project_manager', 'office_staff', 'admin']

/**
 * The project managers of the jobs that a person is planned on around these days, or whose team the person is on where none is
 * planned; without one, everybody who usually plans.
 */
async function answerersOf({ user_id, start_date, end_date }: TimeOffRequest, ctx: Ctx): Promise<Id[]> {
  const planned = await ctx.pick(scheduleEvents, ['project_id'], {
    kind: 'assignment',
    user_id,
    start_date: between(null, addDays(end_date, AROUND)),
    end_date: between(addDays(start_date, -AROUND), null),
  })
  const ids = [...new Set(planned.flatMap(({ project_id }) => project_id ?? []))]
  const jobs = await ctx.all(
    projects,
    ids.length ? { id: ids } : { archived_at: null, project_users: some({ user_id }) },
  )
  const team = new Set(jobs.flatMap(({ project_users }) => project_users.map((one) => one.user_id)))
  const all = await ctx.pick(users, ['id', 'role'], { active: true, role: ANSWERING })
  const managers = all.filter(({ id, role }) => role === 'project_manager' && team.has(id))
  return (managers.length ? managers : all).map(({ id }) => id)
}

/** Tells people of a request by one sentence, and mails it. */
async function tellOf(
  event: Happening,
  request: TimeOffRequest,
  { people, text, note }: { people: readonly Id[]; text: string; note: string | null },
  ctx: Ctx,
) {
  const link = `${ctx.appUrl}${timeOffRequests.display.href(request)}`
  const letter = [`${text}.`, ...(note ? ['', note] : []), '', 'Open it:', link, '', ctx.companyName].join('\n')
  const about = { entity: timeOffRequests, record: request, kind: 'with_you', note } as const
  await tell(event, { ...about, people, text, mail: { subject: text, text: letter } }, ctx)
}

const nameOf = async (id: Id | null, ctx: Ctx) => (id === null ? null : await ctx.find(users, id))?.name ?? 'Someone'

/** Who answers hears that somebody asks. */
const tellAsked = on(timeOffRequests, 'created', async (event, ctx) => {
  const { current } = event
  if (!current || !isAsked(current)) return
  const text = `${current.user_name} asks for time off, ${spanText(current)}`
  const people = await answerersOf(current, ctx)
  await tellOf(event, current, { people, text, note: current.note }, ctx)
})

/** Who asked hears the answer. */
const tellAnswered = on(timeOffRequests, ['grant', 'decline', 'reopen'], async (event, ctx) => {
  const { current, action } = event
  const did = { grant: 'granted', decline: 'declined', reopen: 'took back the answer to' }[action]
  const isStill = current && (action === 'reopen' ? isAsked(current) : !isAsked(current))
  if (!isStill || did === undefined) return
  const text = `${await nameOf(event.user_id, ctx)} ${did} your time off, ${spanText(current)}`
  await tellOf(event, current, { people: [current.user_id], text, note: current.declined_reason }, ctx)
})

/** Who asked hears that granted time off was moved, or taken off the schedule. */
const tellMoved = on(timeOffRequests, 'updated', async (event, ctx) => {
  const { current, changes, user_id } = event
  if (!current || current.granted_at === null || user_id === current.user_id) return
  const isGone = current.withdrawn_at !== null && changes.withdrawn_at !== undefined
  if (!isGone && !changes.start_date && !changes.end_date && !changes.hours_per_day) return
  const by = await nameOf(user_id, ctx)
  const text = isGone
    ? `${by} took your time off, ${spanText(current)}, off the schedule`
    : `${by} moved your time off to ${spanText(current)}`
  await tellOf(event, current, { people: [current.user_id], text, note: null }, ctx)
})

/** The office, and who answers, hear that somebody does not take granted time off. */
const tellWithdrawn = on(timeOffRequests, 'withdraw', async (event, ctx) => {
  const { current } = event
  if (!current || current.granted_at === null || current.withdrawn_at === null) return
  const office = await ctx.pick(users, ['id'], { active: true, role: 'office_staff' })
  const people = [...office.map(({ id }) => id), ...(await answerersOf(current, ctx))]
  const text = `${current.user_name} does not take time off, ${spanText(current)}`
  await tellOf(event, current, { people, text, note: null }, ctx)
})

export const tellTimeOff = [tellAsked, tellAnswered, tellMoved, tellWithdrawn]
