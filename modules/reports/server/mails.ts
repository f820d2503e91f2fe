import * as z from 'zod/mini'
import { html } from 'hono/html'
import type { Hono } from 'hono'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { dayIn, formatDay } from '#lib/days.ts'
import { randomHex } from '#lib/random-hex.ts'
import type { Ctx, JobKind, JobTools, RouteTools } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { zoneOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { reportMails, type ReportMail } from '../entities.ts'
import { reportAnswers } from '../slots.ts'
import { nextAfter } from '../when.ts'
import { askReport, NO_REPORT, NOT_YOURS } from './ask.ts'

const JOB = 'report-mail'
const UNSUBSCRIBED = 'Ended by the link in the mail.'
const payload = z.object({ id: z.int(), at: z.string() })
const TOKEN = 24

/** A report that nobody may be mailed, and filters that it does not take, are refused before they are kept. */
export async function validateMail(
  draft: DraftOf<typeof reportMails>,
  before: ReportMail | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  const { report: name, filters = {}, user_id } = { ...before, ...draft }
  const report = ctx.filled(reportAnswers).find((one) => one.report.name === name)?.report
  if (!report) return { report: [NO_REPORT] }
  if (user_id === ctx.user.id && !report.guard(ctx.user)) return { report: [NOT_YOURS] }
  const { errors } = report.read(filters, ctx.now.slice(0, 10), 'sunday')
  const [wrong] = Object.values(errors)
  return wrong ? { filters: wrong } : {}
}

/** Its reader has the address of the mail's end from the first one on; turned on again it says nothing of why it ended. */
export const deriveMail = (
  { active }: DraftOf<typeof reportMails>,
  before: ReportMail | null,
): Partial<ReportMail> => ({
  ...(before ? {} : { token: randomHex(TOKEN) }),
  ...(active && { ended_reason: null }),
})

/** Has the next one sent at its time. The key is that of the time, so that none is sent twice. */
export async function planMail(mail: ReportMail, ctx: Ctx, after = ctx.now): Promise<void> {
  if (!mail.active) return
  const at = nextAfter(mail, after, await zoneOf(ctx))
  await ctx.enqueue(JOB, { id: mail.id, at }, { at, key: `${JOB} ${mail.id} ${at}` })
}

/** Once a day: none is left out because a process or a job of the day before failed. */
export async function planAll(ctx: Ctx): Promise<void> {
  for (const mail of await ctx.all(reportMails, { active: true })) await planMail(mail, ctx)
}

/** Asks the report as its reader, and mails it, or ends it and says why. */
async function send(given: unknown, { inTransaction, readAs, logo }: JobTools): Promise<void> {
  const { id, at } = z.parse(payload, given)
  const due = await inTransaction(async (ctx) => {
    const mail = await ctx.find(reportMails, id)
    const zone = await zoneOf(ctx)
    // Whoever changed its days or its time meanwhile has planned it anew.
    const isDue = mail?.active && nextAfter(mail, new Date(Date.parse(at) - 1).toISOString(), zone) === at
    const report = ctx.filled(reportAnswers).find((one) => one.report.name === mail?.report)?.report
    const [company] = await ctx.cached(companySettings)
    return isDue ? { mail, report, day: dayIn(zone, new Date(at)), company: company?.name || ctx.companyName } : null
  })
  if (!due) return
  const { mail, report, day, company } = due
  const end = (reason: string) =>
    inTransaction((ctx) => ctx.save(reportMails, { id, active: false, ended_reason: reason }))
  const person = await inTransaction((ctx) => ctx.find(users, mail.user_id))
  if (!report) return void (await end(NO_REPORT))
  const answer = await readAs(mail.user_id, async (ctx) =>
    report.guard(ctx.user) ? askReport(report.name, mail.filters, ctx) : null,
  )
  if (!answer || !person?.email)
    return void (await end(`${person?.name ?? 'The reader'} may no longer see this report.`))
  const { email: to } = person
  const head = { company, logo: await logo() }
  // Loaded with the first one: most minutes of a server print nothing.
  const { writeReport } = await import('#core/report/print.ts')
  const columns = answer.columns.filter((key) => !report.columns[key]?.unmailed)
  const { text, pdf } = await writeReport(report, { ...answer, columns }, { head, printed: formatDay(day) })
  await inTransaction(async (ctx) => {
    const now = await ctx.find(reportMails, id)
    if (!now?.active) return
    const stop = `${ctx.appUrl}/unsubscribe/${now.token}`
    const query = new URLSearchParams(mail.filters).toString()
    await ctx.mail(
      {
        to,
        subject: `${report.title}, ${formatDay(day)}`,
        text: `${text}\n\n${ctx.appUrl}/reports/${report.name}${query && `?${query}`}\n\nNo longer by mail: ${stop}\n\n${company}`,
        made: [
          {
            name: `${report.name}-${day}.pdf`,
            mime: 'application/pdf',
            base64: Buffer.from(pdf).toString('base64'),
          },
        ],
        // One press in a mail program ends it (RFC 8058).
        headers: { 'List-Unsubscribe': `<${stop}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
      `mail of ${JOB} ${id} ${at}`,
    )
    await ctx.save(reportMails, { id, sent_on: day })
    await planMail(now, ctx, at > ctx.now ? at : ctx.now)
  })
}

export const mailJobs: Record<string, JobKind> = { [JOB]: { lane: 'heavy', run: send } }

/** The address that ends a mail without a sign-in. Opening it changes nothing, since mail programs open links by themselves. */
export function mountUnsubscribe(app: Hono, { inTransaction, page }: RouteTools): void {
  const found = async (token: string, ctx: Ctx) => (await ctx.all(reportMails, { token }))[0] ?? null
  app.get('/unsubscribe/:token{[0-9a-f]{48}}', async (c) => {
    const mail = await inTransaction((ctx) => found(c.req.param('token'), ctx))
    if (!mail) return c.html(page('This link is no longer valid', html`<p>The report is no longer mailed.</p>`), 410)
    const form = html`<p>${mail.user_name} gets this report by mail.</p>
      <form method="post"><button>Stop the mail</button></form>`
    return c.html(page('Report by mail', form))
  })
  app.post('/unsubscribe/:token{[0-9a-f]{48}}', async (c) => {
    const isEnded = await inTransaction(async (ctx) => {
      const mail = await found(c.req.param('token'), ctx)
      if (mail?.active) await ctx.save(reportMails, { id: mail.id, active: false, ended_reason: UNSUBSCRIBED })
      return mail !== null
    })
    return isEnded
      ? c.html(page('No longer by mail', html`<p>This report is no longer mailed to you.</p>`))
      : c.html(page('This link is no longer valid', html`<p>The report is no longer mailed.</p>`), 410)
  })
}
