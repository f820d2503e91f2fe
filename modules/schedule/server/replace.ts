import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import type { Day } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { leaveUnchecked, lockPeople } from './book.ts'
import { workDaysAround } from './context.ts'
import { writeLeading } from './leading.ts'
import { publishedOf } from './publish.ts'
import { declinedDay } from './reply.ts'
import { copyOf, partsOf } from './steps.ts'
import { scheduleEvents, type Assignment } from '../entities.ts'
import { planOf, settled } from '../plan.ts'
import { toldIn } from '../told.ts'
import { tellPeople } from './telling.ts'

/** The assignment that a request names, as its person was told of it, kept from who would change it meanwhile. @throws Refusal 422 */
async function declinedIn({ id }: Readonly<Record<string, unknown>>, ctx: Ctx): Promise<Assignment> {
  if (typeof id === 'number') await ctx.lock(scheduleEvents, { id })
  const [event] = typeof id === 'number' ? await ctx.all(scheduleEvents, { id }) : []
  if (event?.kind === 'assignment' && !event.draft) return event
  return refuse('This assignment is planned differently by now.', { id: ['Name an assignment that is published.'] })
}

/**
 * Gives a day that somebody cannot make to another person, and tells both at once: `{id, date, user_id}`. The other days
 * stay with whoever has them, with their answers. Asks about what is in the way of the other person (rule being-told).
 * @throws Refusal 422
 */
export async function replace(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly { id: Id }[]> {
  const event = await declinedIn(body, ctx)
  const date = declinedDay(event, body)
  const user_id = readId(body.user_id)
  if (!user_id || user_id === event.user_id)
    return refuse('Choose another person.', { user_id: ['Choose another person.'] })
  await lockPeople(ctx, [event.user_id, user_id])
  const company = await workDaysAround(event.start_date, event.end_date, ctx)
  const [first, ...later] = partsOf(event, (day) => day === date, company)
  const day = { start_date: date, end_date: date }
  const theirs = first
    ? await ctx.save(scheduleEvents, { ...copyOf(event, day), user_id })
    : await ctx.save(scheduleEvents, { id: event.id, ...settled(event, { user_id }, ctx) })
  // What stays as it was is not asked about.
  leaveUnchecked(ctx)
  const own = !first
    ? []
    : [
        await ctx.save(scheduleEvents, { id: event.id, ...settled(event, spanOf(first), ctx) }),
        ...(await ctx.save(
          scheduleEvents,
          later.map((part) => copyOf(event, part)),
        )),
      ]
  const published = []
  for (const made of [theirs, ...own]) {
    const answers = made === theirs ? [] : event.answers.filter((one) => isIn(one.date, made))
    published.push(await ctx.save(scheduleEvents, { ...publishedOf(made, company, ctx), answers }))
  }
  const [was, now] = [toldIn(event.published), toldIn(planOf(theirs))]
  await writeLeading([was, ...published.map((one) => toldIn(one.published))], ctx)
  const change = { event_id: event.id, days: [date] }
  await tellPeople(
    new Map([
      [event.user_id, [{ ...change, kind: 'removed' as const, was, now: null }]],
      [user_id, [{ ...change, event_id: theirs.id, kind: 'new' as const, was: null, now }]],
    ]),
    ctx,
  )
  return published
}

const spanOf = ({ start_date, end_date }: Assignment) => ({ start_date, end_date })
const isIn = (day: Day, { start_date, end_date }: { start_date: Day | null; end_date: Day | null }): boolean =>
  day >= (start_date ?? '') && day <= (end_date ?? '')
