import * as z from 'zod/mini'
import type { JobKind } from '#server/define-server.ts'
import { stillUnread } from './unread.ts'

export const TEXT = 'notification-text'
/** How long the service may take, in milliseconds. */
const PATIENCE = 10_000
/** Its refusals are a line of JSON, in bytes. */
const MOST_BYTES = 4096

const given = z.object({
  to: z.string(),
  body: z.string(),
  /** Of one that waited for quiet hours to end: it is not sent if it was looked at meanwhile. */
  waited: z.optional(
    z.object({ person: z.number(), subject: z.object({ subject_type: z.string(), subject_id: z.number() }) }),
  ),
})

/**
 * Sends a text message by the service of `SMS_URL`, as Twilio's API takes it: a form with `To`, `Body` and what the address
 * says of the sender.
 * @throws when the service failed or has too much to do, so that it is tried again; what it refuses is told the operator
 */
export const textJob: JobKind = {
  lane: 'mail',
  // It may hold an address that answers without a sign-in.
  secret: true,
  async run(payload, { inTransaction, log }) {
    const { to, body, waited } = z.parse(given, payload)
    const service = await inTransaction(async (ctx) => {
      const isRead = waited && !(await stillUnread([waited.person], waited.subject, ctx)).length
      return isRead ? undefined : ctx.system.sms
    })
    if (service === undefined) return
    const url = new URL(service)
    const form = new URLSearchParams([...url.searchParams, ['To', to], ['Body', body]])
    const account = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    url.username = url.password = url.search = ''
    const answer = await fetch(url, {
      method: 'POST',
      body: form,
      headers: { Accept: 'application/json', Authorization: `Basic ${btoa(account)}` },
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    })
    if (answer.ok) return
    const said = `The service for text messages answered ${answer.status}`
    if (answer.status === 429 || answer.status >= 500) throw new Error(`${said}.`)
    // A number that does not exist, or one that asked for no more messages: it would be refused again.
    log(`${said} to a message for a number ending in ${to.slice(-4)}: ${(await answer.text()).slice(0, MOST_BYTES)}`)
  },
}
