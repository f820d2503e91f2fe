import type { Mailer } from './mailer.ts'

/** Used where no mail is configured at all. It needs nothing of Node, so that browsers can load it. */
export const noMailer: Mailer = {
  undelivered: true,
  send: () => Promise.reject(new Error('This server sends no mail.')),
}
