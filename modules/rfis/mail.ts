import { between, not, on, type Ctx } from '#server/define-server.ts'
import type { Id } from '#core/access/access.ts'
import { addDays, formatDay } from '#lib/days.ts'
import { mentionedIn } from '#lib/mentions.ts'
import { messages, type Message } from '../messages/entities.ts'
import { users, type User } from '../users/entities.ts'
import { rfis, type Rfi } from './entities.ts'
import { ballInCourt } from './guards.ts'

const { title, subtitle, href } = rfis.display

const followersOf = ({ user_id, assigned_id, distributions }: Rfi): Id[] => [
  ...new Set([user_id, ...(assigned_id === null ? [] : [assigned_id]), ...distributions.map((line) => line.user_id)]),
]

/** Those who want mail, and have an address it can go to. */
const reachable = (person: User): person is User & { email: string } =>
  person.active && person.email !== null && person.notification_methods.includes('email')

async function mailTo(ids: readonly Id[], subject: string, text: string, key: (id: Id) => string, ctx: Ctx) {
  if (!ids.length) return
  for (const person of await ctx.all(users, { id: ids, active: true }))
    if (reachable(person)) await ctx.mail({ to: person.email, subject, text }, key(person.id))
}

/** The whole of it, to be read without signing in, and the way to it. */
function letter(rfi: Rfi, first: string, ctx: Ctx, thread: readonly Message[]): string {
  const lines = [
    first,
    '',
    title(rfi),
    subtitle(rfi),
    ...(rfi.due_date ? [`Due ${formatDay(rfi.due_date)}`] : []),
    '',
    `${rfi.user_name} asks:`,
    rfi.question,
    ...thread.flatMap((message) => [
      '',
      `${message.user_name}${message.official_at ? ' (official answer)' : ''}:`,
      message.content,
    ]),
    '',
    'Open it to answer:',
    `${ctx.appUrl}${href(rfi)}`,
    '',
    ctx.companyName,
  ]
  return lines.join('\n')
}

/** What had been said by a moment: mail that is late says no more than it would have said in time. */
const threadUntil = async (rfi: Rfi, at: string, ctx: Ctx) =>
  (await ctx.all(messages, { messageable_type: rfis.table, messageable_id: rfi.id })).filter(
    ({ created_at }) => created_at <= at,
  )

/** Those of some people who may still see an RFI. */
const stillSee = (rfi: Rfi, people: readonly Id[], ctx: Ctx) => ctx.whoSees(rfis, rfi.id, people)

/** On sending: to whoever follows it, but for the one who sends; not once it was taken back. */
export const mailSent = on(rfis, 'send', async ({ record, current, user_id, at, keyFor }, ctx) => {
  if (!current?.sent_at) return
  const to = followersOf(record).filter((id) => id !== user_id)
  const text = letter(
    record,
    `${record.sent_name ?? 'Someone'} sent you a question.`,
    ctx,
    await threadUntil(record, at, ctx),
  )
  await mailTo(await stillSee(record, to, ctx), title(record), text, keyFor, ctx)
})

/**
 * On each reply: to whoever follows the RFI and whoever of the staff it mentions, but for its writer; nothing leaves the
 * house before the RFI was sent.
 */
export const mailReply = on(messages, 'created', async ({ record: message, current, keyFor }, ctx) => {
  if (!current || message.messageable_type !== rfis.table) return
  const rfi = await ctx.find(rfis, message.messageable_id)
  // What was said before it was sent stands in the mail that sent it.
  if (!rfi?.sent_at || rfi.sent_at > message.created_at) return
  const staff = await ctx.all(users, { customer_id: null, contact_type_id: null, active: true })
  const named = new Set(
    mentionedIn(
      message.content,
      staff.map(({ name }) => name),
    ),
  )
  const mentioned = staff.flatMap(({ id, name }) => (named.has(name) ? [id] : []))
  const to = [...new Set([...followersOf(rfi), ...mentioned])].filter((id) => id !== message.user_id)
  const text = letter(rfi, `${message.user_name} replied.`, ctx, await threadUntil(rfi, message.created_at, ctx))
  await mailTo(await stillSee(rfi, to, ctx), `Re: ${title(rfi)}`, text, keyFor, ctx)
})

/** Once a day: to whose turn it is, for each RFI whose day has passed. */
export async function overdueReminders(ctx: Ctx): Promise<void> {
  const today = ctx.now.slice(0, 10)
  const late = await ctx.all(rfis, {
    due_date: between(null, addDays(today, -1)),
    resolved_at: null,
    sent_at: not(null),
  })
  for (const rfi of late) {
    const turn = ballInCourt(rfi)
    if (turn === null || !rfi.due_date) continue
    const text = letter(
      rfi,
      `This was due ${formatDay(rfi.due_date)} and waits for you.`,
      ctx,
      await threadUntil(rfi, ctx.now, ctx),
    )
    await mailTo([turn], `Overdue: ${title(rfi)}`, text, (id) => `rfi ${rfi.id} overdue ${today} ${id}`, ctx)
  }
}
