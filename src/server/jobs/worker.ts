import type { Id } from '../../core/access/access.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Context } from '../context/context.ts'
import { runSubscriber, SUBSCRIBER_JOB } from '../events/subscribers.ts'
import type { Directories } from '../files/directories.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Mail, Mailer, MailFile } from '../mail/mailer.ts'
import type { Catalog } from '../resource/catalog.ts'
import { PARTIAL_FILES_JOB } from '../files/partial-files.ts'
import { PREVIEW_JOB } from '../files/preview-rows.ts'
import type { FileReaders } from '../environment.ts'
import { BACKUP_JOB, dailyJobs, PRUNE_JOB } from './daily.ts'
import { decodedText } from '../../lib/decoded-text.ts'
import { SECRET_MAIL, UnknownJob, type JobTools, type ReadText } from './job-kind.ts'
import { enqueue, type JobRun } from './jobs.ts'

interface Deps {
  mailer: Mailer
  /** Where the files of mails are. */
  store: Pick<FileStore, 'read'>
  catalog: Catalog
  /** Runs tasks in one transaction each, as the server, on behalf of a person. */
  inTransaction: (behalf: Id) => <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
  /** Reads as a person would, signed in, or as an integration; null while their account is closed. */
  readAs: JobTools['readAs']
  /** The company's logo for a PDF; null without one. */
  logo: JobTools['logo']
  archive: JobTools['archive']
  bytesOf: JobTools['bytesOf']
  /** What reads stored files that a person asks about; not where there are no engines. */
  readersFor?: ((person: Id) => Promise<FileReaders>) | undefined
  directories: Directories | undefined
  log: (error: unknown) => void
  /** Removes what expired. */
  prune: () => Promise<void>
  /** Removes partial files that no upload can go on with. */
  removePartialFiles: () => Promise<void>
  /** Backs up the company; not where no place for backups is set. */
  backUp?: (() => Promise<void>) | undefined
}

/** Runs a job by its kind: one of the server's own, or one that a module declares. */
export function createWorker({
  mailer,
  store,
  catalog,
  inTransaction: transactionsFor,
  readAs,
  archive,
  bytesOf,
  logo,
  readersFor,
  directories,
  log,
  prune,
  removePartialFiles,
  backUp,
}: Deps) {
  async function sendMail(mail: Mail, id: number) {
    const files = await contentsOf(mail, store)
    await mailer.send(mail, { id: `job-${id}`, ...(files.length && { files }) })
  }
  /** Without engines, as in a browser, only texts can be read. */
  async function plainText(path: string, mime: string, most: number): Promise<ReadText> {
    const stream = mime.startsWith('text/') ? await store.read(path, { start: 0, end: most - 1 }) : null
    if (!stream) return { text: '', problem: 'Files of this kind cannot be read here.' }
    return { text: decodedText(new Uint8Array(await new Response(stream).arrayBuffer())), problem: null }
  }
  return async ({ id, kind, payload, user_id }: JobRun): Promise<void> => {
    const inTransaction = transactionsFor(user_id)
    if (kind === 'mail' || kind === SECRET_MAIL) return sendMail(payload as Mail, id)
    if (kind === SUBSCRIBER_JOB) return inTransaction((ctx) => runSubscriber(ctx, payload))
    if (kind === PRUNE_JOB) return prune()
    if (kind === PARTIAL_FILES_JOB) return removePartialFiles()
    if (kind === BACKUP_JOB) return backUp?.()
    // Without an engine, such a job was enqueued by a process that had one; the original is served instead.
    if (kind === PREVIEW_JOB) return (await readersFor?.(user_id))?.preview(payload)
    if (kind !== 'daily') {
      const { textOf = plainText, pdfs } = (await readersFor?.(user_id)) ?? {}
      const own = { id, inTransaction, readAs, archive, bytesOf, logo, textOf, pdfs, directories, log }
      return catalog.jobKind(kind).run(payload, own)
    }
    const module = isObject(payload) ? payload.module : undefined
    const task = catalog.daily.find((one) => one.module === module)
    if (task) return inTransaction(task.run)
    // Before version 0.1, a single job ran the daily tasks of all modules; such a job may still be queued.
    if (module !== undefined) throw new UnknownJob(`daily ${String(module)}`)
    return inTransaction((ctx) => enqueue(ctx.db, ctx.now, dailyJobs(catalog, ctx.now.slice(0, 10))))
  }
}

/** The bytes of a mail's files; a file that was deleted since is left out. */
async function contentsOf({ files = [], made = [] }: Mail, store: Pick<FileStore, 'read'>): Promise<MailFile[]> {
  const read: MailFile[] = made.map(({ name, mime, base64 }) => ({
    name,
    mime,
    content: Buffer.from(base64, 'base64'),
  }))
  for (const { name, mime, path } of files) {
    const stream = await store.read(path)
    // Not `bytes()`, which the Response that the HTTP server puts in place of the global one lacks.
    if (stream) read.push({ name, mime, content: new Uint8Array(await new Response(stream).arrayBuffer()) })
  }
  return read
}
