import type { MailHead } from '../../decode/tasks.ts'

/** Where mail systems say whom a mail was delivered to. */
const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']

/** The values of these headers, the topmost first. */
const valuesOf = ({ headers }: MailHead, ...names: string[]): string[] =>
  headers.flatMap(([name, value]) => (names.includes(name) ? [value.trim()] : []))

/** A header that counts once: the topmost, which the last mail system wrote. */
export const headerOf = (head: MailHead, name: string): string | undefined => valuesOf(head, name)[0]

export const recipientsOf = (head: MailHead): string[] => valuesOf(head, ...RECIPIENTS)

/** Our own mails have this behind the @ of their Message-ID. */
const isOurs = (id: string | undefined) => id !== undefined && /@plumbline>?$/i.test(id)

/**
 * Why nobody wrote this mail: an automatic answer, a list, a bounce, or a mail of ours that comes back (RFC 3834). An answer
 * to it could go round for ever. Null where a person may have written it.
 */
export function automatic(head: MailHead): string | null {
  if (isOurs(headerOf(head, 'message-id'))) return 'a mail of this server came back'
  const submitted = headerOf(head, 'auto-submitted')
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return 'an automatic answer'
  if (valuesOf(head, 'x-autoreply', 'x-autorespond').some((value) => !/^no\b/i.test(value)))
    return 'an automatic answer'
  if (/^(bulk|junk|list|auto_reply)\b/i.test(headerOf(head, 'precedence') ?? '')) return 'a mail to many'
  const isBounce =
    headerOf(head, 'return-path') === '<>' || /^multipart\/report\b/i.test(headerOf(head, 'content-type') ?? '')
  const sentBy = (name: string) => head.from.some((address) => address.toLowerCase().startsWith(`${name}@`))
  return isBounce || sentBy('mailer-daemon') || sentBy('postmaster') ? 'a bounce' : null
}

/**
 * Whether the mail service found that the sender's address is forged, by the topmost Authentication-Results (RFC 8601): those
 * below it may be the sender's own. A service that checks nothing says nothing.
 */
export function isForged(head: MailHead): boolean {
  // Comments hold words of the sender.
  const results = (headerOf(head, 'authentication-results') ?? '').replaceAll(/\([^()]*\)/g, '')
  const of = (method: string) =>
    [...results.matchAll(new RegExp(`(?:^|[;\\s])${method}\\s*=\\s*(\\w+)`, 'gi'))].map(([, result = '']) =>
      result.toLowerCase(),
    )
  const failed = (method: string) => of(method).includes('fail') && !of(method).includes('pass')
  return failed('dmarc') || (!of('dmarc').includes('pass') && failed('spf') && failed('dkim'))
}
