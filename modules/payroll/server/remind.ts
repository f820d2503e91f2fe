import type { Id } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { tell } from '../../notifications/tell.ts'
import { heldChanges } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { preview } from './close.ts'
import type { WeekException } from '../entities.ts'

const NOTHING_HELD = 'No device holds hours of this person any more.'
const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/**
 * Tells a person, or the lead of somebody who cannot sign in, in the app which hours of a period are missing, or whoever has
 * them on their device that they wait there, once a day (rule payroll-exceptions).
 */
export async function remind(ctx: Ctx, body: Readonly<Record<string, unknown>>): Promise<readonly []> {
  const { user_id, starts_on, ends_on, kind } = body
  if (typeof user_id !== 'number') return refuse('Choose a person.', { user_id: ['Person must be a person.'] })
  await ctx.alone(`reminders of person ${user_id}`)
  const { exceptions = [], held = [] } = await preview(ctx, {
    starts_on: typeof starts_on === 'string' ? starts_on : '',
    ends_on: typeof ends_on === 'string' ? ends_on : '',
  })
  const of = kind === 'held' ? held : exceptions.filter((one) => one.kind === 'missing')
  const own = of.filter((one) => one.user_id === user_id)
  // Several devices may hold hours of one person.
  const first = own.find(({ asked }) => !asked) ?? own[0]
  if (!first) return refuse(kind === 'held' ? NOTHING_HELD : 'No hours of this person are missing any more.')
  const { asked, reminds } = first
  if (asked) return refuse(`${asked.by} asked for the hours of ${first.name} today already.`)
  if (!reminds) return refuse(`Nobody can be reminded of the hours of ${first.name}. Enter them instead.`)
  await tellOf(own, first, reminds.id, ctx)
  return []
}

async function tellOf(own: readonly WeekException[], first: WeekException, to: Id, ctx: Ctx) {
  const { user_id, name, date, held, text: refusal } = first
  const [entity, id] = held ? [heldChanges, held.id] : [users, user_id]
  const record = await ctx.find<typeof heldChanges | typeof users>(entity, id)
  const actor = await ctx.find(users, ctx.user.id)
  if (!record) return
  const whose = to === user_id ? 'your hours' : `the hours of ${name}`
  const days = listed.format(own.map((one) => formatWeekday(one.date)))
  const event = { user_id: ctx.user.id, at: ctx.now, keyFor: (of: Id) => `reminder ${user_id} ${of} ${ctx.now}` }
  const asks = held ? `you to send ${whose} that wait on your ${held.device}` : `for ${whose} of ${days}`
  const words = { kind: 'weeks', text: `${actor?.name ?? 'Someone'} asks ${asks}`, note: refusal || null } as const
  await tell(event, { people: [to], entity, record, href: `/timecard?week=${date}&user=${user_id}`, ...words }, ctx)
}
