import type { Hono } from 'hono'
import { html } from 'hono/html'
import { sha256, type Ctx, type RouteTools } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { users } from '../../users/entities.ts'
import { withAnswer } from '../answers.ts'
import { workDaysAround } from './context.ts'
import { scheduleEvents, scheduleNotices, type Answer } from '../entities.ts'
import type { ScheduleNotice } from '../notices.ts'
import { MOST_REASON, NO_REASON } from '../guards.ts'
import { daysTold, toldIn } from '../told.ts'

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The notice whose link this is; null if the link was used up or its person has left. */
async function noticeOf(token: string, ctx: Ctx): Promise<{ notice: ScheduleNotice; name: string } | null> {
  if (!token) return null
  const [notice] = await ctx.all(scheduleNotices, { token_hash: sha256(token), answered_at: null })
  if (!notice) return null
  const person = await ctx.find(users, notice.user_id)
  return person?.active ? { notice, name: person.name } : null
}

/**
 * Answers the days of a notice that are still planned as they were told and have not passed.
 * @returns how many days were answered
 */
async function answerNotice(notice: ScheduleNotice, answer: Omit<Answer, 'date'>, ctx: Ctx): Promise<number> {
  const today = await todayOf(ctx)
  let count = 0
  for (const { event_id, days } of notice.changes) {
    const event = event_id === null ? null : await ctx.find(scheduleEvents, event_id)
    const told = toldIn(event?.published)
    if (!event || !told || event.told_user_id !== notice.user_id) continue
    // What was published since is answered by its own link.
    if (Date.parse(event.published_at ?? '') > Date.parse(notice.told_at)) continue
    const company = await workDaysAround(told.start_date, told.end_date, ctx)
    const open = daysTold(told, company).filter((day) => day >= today && days.includes(day))
    if (!open.length) continue
    await ctx.save(scheduleEvents, { id: event.id, answers: withAnswer(event.answers, open, answer) })
    count += open.length
  }
  await ctx.save(scheduleNotices, { id: notice.id, answered_at: ctx.now })
  return count
}

/**
 * The page that a notice's link opens without signing in. Opening it changes nothing, because mail programs open links by
 * themselves; only answering uses the link up.
 */
export function mountConfirmPage(app: Hono, { inTransaction, page, readBody, ownForms }: RouteTools): void {
  const gone = () =>
    page(
      'This link is no longer valid',
      html`<p>It has been used, or the plan has changed since.</p>
        <p><a href="/schedule">Open the schedule</a></p>`,
    )
  const form = (token: string, { notice, name }: { notice: ScheduleNotice; name: string }, wrong = '') =>
    page(
      'Your schedule',
      html`<p>${name}</p>
        ${notice.changes.map(
          ({ text }) => html`<p>${text.split('\n').map((line, at) => html`${at ? html`<br />` : ''}${line}`)}</p>`,
        )}
        ${wrong ? html`<p role="alert">${wrong}</p>` : ''}
        <form method="post" action="/confirm">
          <input type="hidden" name="token" value="${token}" />
          <input type="hidden" name="answer" value="confirm" />
          <button>Confirm</button>
        </form>
        <form method="post" action="/confirm">
          <input type="hidden" name="token" value="${token}" />
          <input type="hidden" name="answer" value="decline" />
          <label>Reason <input name="reason" maxlength="${MOST_REASON}" required /></label>
          <button>Can’t make it</button>
        </form>`,
    )

  app.use('/confirm', ownForms)
  app.get('/confirm', async (c) => {
    const token = c.req.query('token') ?? ''
    const found = await inTransaction((ctx) => noticeOf(token, ctx))
    return found ? c.html(form(token, found)) : c.html(gone(), 410)
  })
  app.post('/confirm', async (c) => {
    const { token: sent, answer, reason } = await readBody(c)
    const token = textIn(sent)
    const why = textIn(reason).trim()
    const isDeclined = answer === 'decline'
    const result = await inTransaction(async (ctx) => {
      // Of two presses at once, one uses the link up.
      await ctx.alone(`schedule answer ${sha256(token)}`)
      const found = await noticeOf(token, ctx)
      if (!found) return 'gone'
      if (answer !== 'confirm' && !isDeclined) return { found, wrong: 'Choose an answer.' }
      if (isDeclined && !why) return { found, wrong: NO_REASON }
      if (why.length > MOST_REASON) return { found, wrong: `Reason must be ${MOST_REASON} characters or fewer.` }
      const said = isDeclined
        ? { confirmed_at: null, declined_at: ctx.now, declined_reason: why }
        : { confirmed_at: ctx.now, declined_at: null, declined_reason: null }
      return answerNotice(found.notice, said, ctx)
    })
    if (result === 'gone') return c.html(gone(), 410)
    if (typeof result === 'object') return c.html(form(token, result.found, result.wrong), 422)
    const says = !result
      ? 'The plan has changed since, so there was nothing to answer.'
      : isDeclined
        ? 'Whoever planned it will hear of it.'
        : 'See you there.'
    return c.html(page(isDeclined ? 'You can’t make it' : 'Confirmed', html`<p>${says}</p>`))
  })
}
