import type { Id } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { tell } from '../../notifications/tell.ts'
import { users } from '../../users/entities.ts'
import { preview } from './close.ts'
import type { WeekException } from '../entities.ts'

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * Tells a person, or the lead of somebody who cannot sign in, in the app which hours of a period are missing, once a day
 * (rule payroll-exceptions).
 */
export async function remind(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly []> {
  const { user_id, starts_on, ends_on } = body
  if (typeof user_id !== 'number') return refuse('Choose a person.', { user_id: ['Person must be a person.'] })
  await ctx.alone(`reminders of person ${user_id}`)
  const { exceptions = [] } = await preview(ctx, {
    starts_on: typeof starts_on === 'string' ? starts_on : '',
    ends_on: typeof ends_on === 'string' ? ends_on : '',
  })
  const own = exceptions.filter((one) => one.kind === 'missing' && one.user_id === user_id)
  const [first] = own
  if (!first) return refuse('No hours of this person are missing any more.')
  const { asked, reminds } = first
  if (asked) return refuse(`${asked.by} asked for the hours of ${first.name} today already.`)
  if (!reminds) return refuse(`Nobody can be reminded of the hours of ${first.name}. Enter them instead.`)
  await tellOf(own, first, reminds.id, ctx)
  return []
}

async function tellOf(own: readonly WeekException[], { user_id, name, date }: WeekException, to: Id, ctx: Ctx) {
  const person = await ctx.find(users, user_id)
  const actor = await ctx.find(users, ctx.user.id)
  if (!person) return
  const whose = to === user_id ? 'your hours' : `the hours of ${name}`
  const days = listed.format(own.map((one) => formatWeekday(one.date)))
  const event = { user_id: ctx.user.id, at: ctx.now, keyFor: (id: Id) => `reminder ${user_id} ${id} ${ctx.now}` }
  const text = `${actor?.name ?? 'Someone'} asks for ${whose} of ${days}`
  const href = `/timecard?week=${date}&user=${user_id}`
  await tell(event, { people: [to], entity: users, record: person, href, kind: 'weeks', text }, ctx)
}
