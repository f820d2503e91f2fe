import { anyOf, between, not, type Ctx, type JobKind, type Mail } from '#server/define-server.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { addDays, formatDay } from '#lib/days.ts'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { messages, type Message } from '../../messages/entities.ts'
import { tell } from '../../notifications/tell.ts'
import { nameOf } from '../../work-items/entities.ts'
import { tellsOf, type Told } from '../../work-items/tell.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'

const { title, subtitle, href } = rfis.display

/** The most that is attached to one mail, in bytes: 10 MB, which mail servers accept. */
const MOST_BYTES = 10 * 2 ** 20
/** The messages in one mail, the newest (rule rfi-mail): a reply to a long thread must not take as long as the thread. */
const MOST_MESSAGES = 50

type Said = Pick<Message, 'id' | 'user_name' | 'official_at' | 'content'>

/** The photos of an RFI and its thread, the oldest first, as many as fit a mail. */
async function photosOf(rfi: Rfi, thread: readonly Said[], ctx: Ctx): Promise<NonNullable<Mail['files']>> {
  const places = [
    { attachable_type: rfis.table, attachable_id: rfi.id },
    ...(thread.length ? [{ attachable_type: messages.table, attachable_id: thread.map(({ id }) => id) }] : []),
  ]
  const photos = await ctx.all(attachments, { image: true, ...anyOf<Attachment>(...places) })
  let bytes = 0
  return photos
    .filter(({ size }) => (bytes += size) <= MOST_BYTES)
    .map(({ name, mime, path }) => ({ name, mime, path }))
}

/** A mail about an RFI: with its thread and photos, so that it can be read without signing in, and a link. */
async function mailOf(rfi: Rfi, subject: string, first: string, ctx: Ctx, until: string) {
  const thread = await threadUntil(rfi, until, ctx)
  const files = await photosOf(rfi, thread, ctx)
  return { subject, text: letter(rfi, first, ctx, thread), ...(files.length && { files }) }
}

function letter(rfi: Rfi, first: string, ctx: Ctx, thread: readonly Said[]): string {
  const lines = [
    first,
    '',
    title(rfi),
    subtitle(rfi),
    ...(rfi.due_date ? [`Due ${formatDay(rfi.due_date)}`] : []),
    '',
    `${rfi.user_name} asks:`,
    rfi.question,
    ...(thread.length < MOST_MESSAGES ? [] : ['', 'What was said before is in the app.']),
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

/** The last messages up to a point in time, so that a delayed mail has the same content as a prompt one. */
async function threadUntil(rfi: Rfi, at: string, ctx: Ctx): Promise<Said[]> {
  const newest = await ctx.pick(
    messages,
    ['id', 'user_name', 'official_at', 'content'],
    { messageable_type: rfis.table, messageable_id: rfi.id, created_at: between(null, at) },
    { latest: { most: MOST_MESSAGES, of: 'messageable_id', by: 'created_at' } },
  )
  return newest.reverse()
}

/** The first line of a mail about an RFI. */
const firstOf = ({ action, by, first }: Told) =>
  action === 'send' ? `${by} sent you a question.` : action === 'message' ? `${by} replied.` : first

/** What is told of an RFI from when it is sent: replies from before are in the mail about sending it. */
export const tellRfis = tellsOf<typeof rfis, Rfi>(rfis, {
  since: ({ sent_at }) => sent_at,
  letter: (rfi, told, ctx) =>
    mailOf(rfi, `${told.action === 'message' ? 'Re: ' : ''}${title(rfi)}`, firstOf(told), ctx, told.at),
  tells: {
    send: { did: 'sent', to: ({ assigned_id }) => [assigned_id], mailed: true },
    resolve: { did: 'resolved', job: 'resolve' },
    message: { did: 'answered', mailed: true, job: '' },
  },
})

const REMINDER_JOB = 'rfi-reminder'

/** What makes an RFI overdue on a day. */
const overdueOn = (today: string) =>
  ({ due_date: between(null, addDays(today, -1)), resolved_at: null, sent_at: not(null) }) as const

/** Daily: has the person whose turn it is reminded, for each open RFI past its due date. */
export async function overdueReminders(ctx: Ctx): Promise<void> {
  const today = await todayOf(ctx)
  for (const { id } of await ctx.all(rfis, overdueOn(today)))
    await ctx.enqueue(REMINDER_JOB, { id, today }, { key: `rfi ${id} overdue ${today}` })
}

/** Reminds of one RFI, in a transaction of its own: with many of them, requests come in between. */
const reminder: JobKind = {
  lane: 'quick',
  async run(payload, { inTransaction }) {
    const id = readId(isObject(payload) ? payload.id : undefined)
    const today = isObject(payload) ? String(payload.today) : ''
    await inTransaction(async (ctx) => {
      const [rfi] = id === null ? [] : await ctx.all(rfis, { id, ...overdueOn(today) })
      const turn = rfi && ballInCourt(rfi)
      if (!rfi?.due_date || turn === undefined || turn === null) return
      const first = `This was due ${formatDay(rfi.due_date)} and is waiting for you.`
      await tell(
        { user_id: null, at: ctx.now, keyFor: (person) => `rfi ${rfi.id} overdue ${today} ${person}` },
        {
          entity: rfis,
          record: rfi,
          project_id: rfi.project_id,
          people: [turn],
          kind: 'with_you',
          text: `${nameOf(rfis, rfi)} was due ${formatDay(rfi.due_date)}`,
          note: rfi.title,
          mail: await mailOf(rfi, `Overdue: ${title(rfi)}`, first, ctx, ctx.now),
        },
        ctx,
      )
    })
  },
}

export const reminderJobs: Record<string, JobKind> = { [REMINDER_JOB]: reminder }
