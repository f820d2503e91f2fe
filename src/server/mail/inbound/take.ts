import type { CurrentUser } from '../../../core/access/access.ts'
import { tooLarge } from '../../../lib/file-size.ts'
import type { Context } from '../../context/context.ts'
import { transact } from '../../context/transact.ts'
import { kindOf } from '../../files/contents.ts'
import { nameOf } from '../../files/names.ts'
import { drop, type Received } from '../../files/receive.ts'
import { HEAD_BYTES } from '../../files/sniff.ts'
import { newFileOf, takeOver, type StoredFile } from '../../files/stored-file.ts'
import { Refusal } from '../../http/errors.ts'
import { once, type Answer } from '../../resource/idempotency.ts'
import { saveRow } from '../../resource/save.ts'
import type { AllServices } from '../../services.ts'
import type { AnswerFile } from './read-mail.ts'
import type { Reply } from './reply-address.ts'

/** The most files of one mail, as of one form. */
const MOST_FILES = 20
/** What a message says that has only files, as where one is written in the app. */
const ONLY_FILES = 'See the attached.'

const GONE = 'What you answered is gone, or you do not see it any more.'
const EMPTY = 'There is nothing in it but what it answers.'

/** An answer as it was read. */
export interface Answering {
  readonly user: CurrentUser
  readonly reply: Reply
  /** Tells this mail from others, and is the same whenever it is delivered again. */
  readonly key: string
  readonly text: string
  readonly files: readonly AnswerFile[]
}

/** What became of an answer: why it was not taken, or else which of its files were not. */
export type Taken = { readonly why: string } | { readonly refused: readonly string[] }

/** The first bytes, from which a type is detected. */
function headOf({ pieces, size }: AnswerFile): Uint8Array {
  const [first = new Uint8Array()] = pieces
  return size <= HEAD_BYTES || first.byteLength < HEAD_BYTES
    ? Buffer.concat(pieces.slice(0, 2)).subarray(0, HEAD_BYTES)
    : first.subarray(0, HEAD_BYTES)
}

/** What is said about a refusal that the person can do something about. @throws any other error, which passes */
function whyOf(error: unknown): string {
  if (!(error instanceof Refusal) || ![403, 404, 422].includes(error.status)) throw error
  if (error.status === 404) return GONE
  const errors = Object.values(error.errors ?? {}).flat()
  return errors.length ? errors.join(' ') : error.message
}

/** The files that would be taken by an upload, with their types, and what is said of the others. */
async function checked(files: readonly AnswerFile[], mostBytes: number) {
  const good: (AnswerFile & { readonly mime: string; readonly head: Uint8Array })[] = []
  const refused: string[] = []
  for (const [nth, { size, pieces, name: sent }] of files.entries()) {
    const file = { name: nameOf(sent), size, pieces, head: headOf({ name: sent, size, pieces }) }
    try {
      if (nth >= MOST_FILES) throw new Refusal(422, `A message takes ${MOST_FILES} files of a mail.`)
      if (size > mostBytes) throw new Refusal(422, tooLarge(mostBytes))
      good.push({ ...file, mime: await kindOf('file', file) })
    } catch (error) {
      refused.push(`${file.name}: ${whyOf(error)}`)
    }
  }
  return { good, refused }
}

/**
 * Makes an answer a message of the record, with its files, as its person: in one transaction, with the rights, rules, events
 * and jobs of a message that is written in the app, once for a mail.
 * @throws what passes, such as a database that is away: the mail service delivers it again
 */
export async function takeAnswer(services: AllServices, answering: Answering): Promise<Taken> {
  const { catalog, incoming, log, hasPreview } = services
  const { user, reply, key, text, files } = answering
  const [messages, attachments] = [catalog.entity('message'), catalog.entity('attachment')]
  const { good, refused } = await checked(files, attachments.mostBytes)
  if (!text && !good.length) return { why: [EMPTY, ...refused].join('\n') }

  const written: Pick<Received, 'upload' | 'writer'>[] = []
  async function store({ name, size, mime, pieces }: (typeof good)[number]): Promise<StoredFile> {
    const { row: upload, writer } = await incoming.createForForm({ user_id: user.id, place: 'mail', name })
    written.push({ upload, writer })
    for (const piece of pieces) await writer.write(piece)
    return { upload: { ...upload, sha256: await writer.end(true) }, name, mime, size }
  }
  async function save(ctx: Context, stored: readonly StoredFile[]): Promise<Answer> {
    const about = { messageable_type: reply.table, messageable_id: reply.id, content: text || ONLY_FILES }
    const message = await saveRow(ctx, messages, about, null, { as: 'client' })
    for (const file of stored) {
      const previewed = hasPreview(file.mime)
      const on = { attachable_type: messages.table, attachable_id: message.id, user_id: user.id }
      const row = await saveRow(ctx, attachments, { ...newFileOf(file, previewed), ...on }, null, { as: 'server' })
      await takeOver(ctx, attachments, row.id, file, previewed)
    }
    return { status: 201, body: { id: message.id } }
  }
  const keyed = { key, request: 'POST /inbound/mail', input: null, entity: messages, verbs: ['create'] }
  try {
    const stored: StoredFile[] = []
    for (const file of good) stored.push(await store(file))
    await transact(services, { user }, (ctx) => once(ctx, keyed, () => save(ctx, stored)))
    return { refused }
  } catch (error) {
    return { why: whyOf(error) }
  } finally {
    // What a record has taken over stays.
    const dropped = await Promise.allSettled(written.map((file) => drop(incoming, file)))
    for (const one of dropped) if (one.status === 'rejected') log(one.reason)
  }
}
