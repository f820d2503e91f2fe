import type { Context as HonoContext, Hono } from 'hono'
import { formatSize } from '../../../lib/file-size.ts'
import { exactAddress } from '../../auth/accounts.ts'
import { sameText, sha256 } from '../../auth/crypto.ts'
import type { Report } from '../../auth/routes.ts'
import { transact } from '../../context/transact.ts'
import { Undecodable } from '../../decode/reasons.ts'
import type { MailHead } from '../../decode/tasks.ts'
import type { Environment } from '../../environment.ts'
import { take, type Budget } from '../../http/budget.ts'
import { Refusal } from '../../http/errors.ts'
import { createPlaces } from '../../places.ts'
import type { AllServices } from '../../services.ts'
import { MOST_MAIL, readSent, type Sent } from './body.ts'
import { automatic, headerOf, isForged, recipientsOf } from './judge.ts'
import type { MailReader } from './read-mail.ts'
import type { ReplyAddresses } from './reply-address.ts'
import { takeAnswer, type Taken } from './take.ts'

export const INBOUND_PATH = '/inbound/mail'
/** Mailgun sends the raw message to addresses that end so, and what it has parsed to others. */
const MIME_PATH = `${INBOUND_PATH}/mime`
/** So many mails are in memory at once; the others wait before they are read. */
const AT_ONCE = 2
/** How often one person is told that an answer was not taken, so that two machines never talk for long. */
const REFUSALS: Budget = { name: 'refused mails', size: 3, seconds: 3600 }

const CLOSED = 'Your account is closed, or has no access to the app.'
const FORGED =
  'The mail did not pass the checks of your mail domain (SPF, DKIM, DMARC). If you wrote it, ask whoever looks after your mail.'
/** A stranger may have written what stands for the address, and gets no words of theirs into a mail of ours. */
const notOwn = (from: string) =>
  `It came from ${/^[\w.+-]{1,64}@[\w.-]{1,190}$/.test(from) ? from : 'another address'}. Answers are taken from your own address alone, the one this mail goes to.`
const TOO_LARGE = `It is larger than ${formatSize(MOST_MAIL)}.`

interface Deps {
  readonly services: AllServices
  readonly addresses: ReplyAddresses
  readonly reader: MailReader
  readonly report: Report
}

/** Whether the request says the secret: as a password, as a bearer token, or in the address. */
function saysSecret(c: HonoContext, secret: string): boolean {
  const [, scheme, sent = ''] = /^(basic|bearer) +(.*)$/i.exec(c.req.header('authorization') ?? '') ?? []
  const password = () =>
    Buffer.from(sent, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
  const said = scheme === undefined ? c.req.query('secret') : scheme.toLowerCase() === 'basic' ? password() : sent
  // Hashes are compared, whose length says nothing about the secret's.
  return sameText(sha256(said ?? ''), sha256(secret))
}

/** Tells a mail from others, however often it is delivered. */
const keyOf = (head: MailHead) => `mail ${sha256(headerOf(head, 'message-id') ?? JSON.stringify(head))}`

/** Tells the person why, at the address that the account has: a stranger is never answered. */
async function tellWhy(services: AllServices, person: { id: number; email: string }, head: MailHead, taken: Taken) {
  const { system, now, companyName } = services
  const files = 'refused' in taken ? taken.refused : []
  const said =
    'why' in taken
      ? ['Your answer by mail was not taken.', taken.why]
      : ['Your answer by mail was taken, but not all of its files.', ...files]
  const id = headerOf(head, 'message-id')
  const mail = {
    to: person.email,
    subject: 'why' in taken ? 'Your answer was not taken' : 'Files of your answer were not taken',
    text: [...said, '', companyName].join('\n'),
    headers: { 'Auto-Submitted': 'auto-replied', ...(id && /^<[^<>\s]{1,250}>$/.test(id) && { 'In-Reply-To': id }) },
  }
  await transact(services, { user: system }, async (ctx) => {
    await take(ctx.db, now(), REFUSALS, person.id)
    await ctx.mail(mail, `${keyOf(head)} ${person.id} refused`)
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.status === 429)) throw error
  })
}

/** @throws Refusal 400 for a request without a raw message, 413 for one that is too large to tell */
async function headOf({ reader }: Deps, { bytes, type, isCut }: Sent): Promise<MailHead> {
  try {
    return await reader.head(bytes, type)
  } catch (error) {
    if (error instanceof Undecodable) throw new Refusal(isCut ? 413 : 400, error.message)
    throw error
  }
}

async function readAnswer({ reader }: Deps, { bytes, type, isCut }: Sent) {
  if (isCut) return { why: TOO_LARGE }
  try {
    return await reader.answer(bytes, type)
  } catch (error) {
    if (error instanceof Undecodable) return { why: error.message }
    throw error
  }
}

/** What becomes of a mail, for the log, which holds nothing that somebody wrote. */
async function handle(deps: Deps, sent: Sent, c: HonoContext): Promise<string> {
  const { services, addresses } = deps
  const head = await headOf(deps, sent)
  const machine = automatic(head)
  if (machine !== null) return `dropped: ${machine}`
  const reply = addresses.in(recipientsOf(head))
  const account = reply && (await services.accounts.byId([reply.person])).get(reply.person)
  if (!reply || !account?.user.email) return 'dropped: no address of ours'
  const { user } = account
  const refused = async (why: string) => {
    await tellWhy(services, user, head, { why })
    return 'refused'
  }
  const [from = '', ...others] = head.from
  const isOwn = !others.length && exactAddress(from) === exactAddress(user.email)
  if (!isOwn || isForged(head)) {
    deps.report(c, isOwn ? 'inbound mail refused: forged' : 'inbound mail refused: another sender', user.id)
    return refused(isOwn ? FORGED : notOwn(others.length ? '' : from))
  }
  if (!account.open) return refused(CLOSED)
  const answer = await readAnswer(deps, sent)
  if ('why' in answer) return refused(answer.why)
  const taken = await takeAnswer(services, { user, reply, key: keyOf(head), ...answer })
  if ('why' in taken) return refused(taken.why)
  if (taken.refused.length) await tellWhy(services, user, head, taken)
  return 'taken'
}

/**
 * Mounts where a mail service hands over answers (rule answers-by-mail), if one is configured. What is never taken is
 * answered 200, too, so that it is not delivered again.
 */
export function mountInbound(app: Hono, services: AllServices, { inbound, log }: Environment, report: Report): void {
  const { addresses, mailReader: reader } = services
  if (!inbound || !addresses || !reader) return
  const places = createPlaces(AT_ONCE)
  app.on('POST', [INBOUND_PATH, MIME_PATH], async (c) => {
    if (!saysSecret(c, inbound.secret)) {
      report(c, 'inbound mail refused: wrong secret', null)
      throw new Refusal(401, 'The secret is not the one in INBOUND_SECRET.')
    }
    const outcome = await places(async () => handle({ services, addresses, reader, report }, await readSent(c), c))
    log?.info(`A mail came in. ${outcome}`)
    return c.json({ outcome: outcome.split(':')[0] })
  })
}
