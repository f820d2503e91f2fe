import EmailReplyParser from 'email-reply-parser'
import PostalMime, { addressParser, type Attachment } from 'postal-mime'
import { isObject } from '../../lib/is-object.ts'
import type { MailHead } from './tasks.ts'

/** Where a mail service puts the raw message in a form or in JSON: SendGrid, Mailgun, Postmark. */
const FIELDS = ['email', 'body-mime', 'RawEmail']
const NO_MESSAGE = 'There is no raw message in this request.'

/** The longest head that is looked at, and how much of it, which far exceeds what mail systems write. */
const MOST_HEAD_BYTES = 256 * 1024
const [MOST_HEADERS, MOST_VALUE] = [300, 4000]
/** Twice what a message may have: the time that quotes take to be found grows with the square of a text. */
const MOST_TEXT = 40_000
/** HTML takes several times as much as the words in it. */
const MOST_HTML = 500_000
/** Up to this size, a picture that stands in the text itself belongs to a signature. */
const SIGNATURE_BYTES = 64 * 1024

const isJson = (type: string) => /^application\/json\b/i.test(type)
const isForm = (type: string) => /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type)

/** How many bytes of what was sent are needed to read its head: all of a form. */
export const bytesForHead = (type: string): number => (isJson(type) || isForm(type) ? Infinity : MOST_HEAD_BYTES)

/** The raw message in what a mail service has sent. @throws when there is none */
export async function rawMessageIn(body: Uint8Array<ArrayBuffer>, type: string): Promise<Uint8Array<ArrayBuffer>> {
  if (isJson(type)) {
    const sent: unknown = JSON.parse(new TextDecoder().decode(body))
    const found = isObject(sent)
      ? FIELDS.map((name) => sent[name]).find((value) => typeof value === 'string')
      : undefined
    if (typeof found !== 'string') throw new Error(NO_MESSAGE)
    return new TextEncoder().encode(found)
  }
  if (!isForm(type)) return body
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const found = FIELDS.map((name) => form.get(name)).find((value) => value !== null)
  if (found === undefined || found === null) throw new Error(NO_MESSAGE)
  return typeof found === 'string' ? new TextEncoder().encode(found) : new Uint8Array(await found.arrayBuffer())
}

/** Where the head ends: at its first empty line. */
function endOfHead(raw: Uint8Array<ArrayBuffer>): number {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, MOST_HEAD_BYTES))
  const ends = ['\r\n\r\n', '\n\n'].map((end) => head.indexOf(end)).filter((at) => at >= 0)
  return ends.length ? Math.min(...ends) : head.byteLength
}

/** The head of a raw message, with all addresses that it is said to be from. */
export async function headOf(raw: Uint8Array<ArrayBuffer>): Promise<MailHead> {
  const { headers } = await PostalMime.parse(raw.subarray(0, endOfHead(raw)))
  const read = headers.slice(0, MOST_HEADERS).map(({ key, value }) => [key, value.slice(0, MOST_VALUE)] as const)
  const from = read
    .filter(([name]) => name === 'from')
    .flatMap(([, value]) => addressParser(value, { flatten: true }))
    .map(({ address }) => address ?? '')
  return { headers: read, from }
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** Whether a file is only a small picture that the text itself shows, as of a signature. */
const isOrnament = ({ mimeType, contentId, content, related }: Attachment, html: string): boolean => {
  const shown = related || (contentId !== undefined && html.includes(`cid:${contentId.replace(/^<|>$/g, '')}`))
  const size = typeof content === 'string' ? content.length : content.byteLength
  return shown && mimeType.startsWith('image/') && size <= SIGNATURE_BYTES
}

/** What somebody has written, without what they answer and their signature. */
export const withoutQuotes = (text: string): string =>
  new EmailReplyParser().parseReply(text.slice(0, MOST_TEXT)).trim()

/** The words of a page. The parser turns HTML into text where another part of the message has text. */
async function textOf(html: string): Promise<string> {
  const part = (type: string, content: string) => `--page\nContent-Type: ${type}; charset=utf-8\n\n${content}\n`
  const parts = [part('text/plain', ''), part('text/html', html.slice(0, MOST_HTML))]
  const { text = '' } = await PostalMime.parse(
    `Content-Type: multipart/mixed; boundary=page\n\n${parts.join('')}--page--`,
  )
  return text
}

/** The text that somebody has answered with, and the files. */
export async function answerIn(raw: Uint8Array<ArrayBuffer>) {
  const options = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true } as const
  const { text: plain, html = '', attachments } = await PostalMime.parse(raw, options)
  const text = plain?.trim() ? plain : await textOf(html)
  const files = attachments
    .filter((one) => !isOrnament(one, html))
    .map((one) => ({ name: one.filename ?? '', bytes: bytesOf(one) }))
  return { text: withoutQuotes(text), files }
}
