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

/** Whether a person is active, has an email address and wants notifications by email. */
const reachable = (person: User): person is User & { email: string } =>
  person.active && person.email !== null && person.notification_methods.includes('email')

async function mailTo(ids: readonly Id[], subject: string, text: string, key: (id: Id) => string, ctx: Ctx) {
  if (!ids.length) return
  for (const person of await ctx.all(users, { id: ids, active: true }))
    if (reachable(person)) await ctx.mail({ to: person.email, subject, text }, key(person.id))
}

/** The text of a mail: the RFI with its thread, so that it can be read without signing in, and a link. */
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

/** The messages up to a point in time, so that a delayed mail has the same content as a prompt one. */
const threadUntil = async (rfi: Rfi, at: string, ctx: Ctx) =>
  (await ctx.all(messages, { messageable_type: rfis.table, messageable_id: rfi.id })).filter(
    ({ created_at }) => created_at <= at,
  )

/** Filters people to those who can still see an RFI. */
const stillSee = (rfi: Rfi, people: readonly Id[], ctx: Ctx) => ctx.whoSees(rfis, rfi.id, people)

/** When an RFI is sent: mails its followers except the sender, unless it has been unsent since. */
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
 * When a reply is created: mails the RFI's followers and the staff mentioned, except its author. Nothing is mailed before
 * the RFI is sent.
 */
export const mailReply = on(messages, 'created', async ({ record: message, current, keyFor }, ctx) => {
  if (!current || message.messageable_type !== rfis.table) return
  const rfi = await ctx.find(rfis, message.messageable_id)
  // Replies written before the RFI was sent are included in the mail about sending it.
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

/** Daily: reminds the person whose turn it is, for each open RFI past its due date. */
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
      `This was due ${formatDay(rfi.due_date)} and is waiting for you.`,
      ctx,
      await threadUntil(rfi, ctx.now, ctx),
    )
    await mailTo([turn], `Overdue: ${title(rfi)}`, text, (id) => `rfi ${rfi.id} overdue ${today} ${id}`, ctx)
  }
}
