import type { Id } from '../../core/access/access.ts'
import type { Letterhead } from '../../lib/pdf/letterhead.ts'
import type { Ctx } from '../ctx.ts'
import type { Archiving } from '../files/pack.ts'
import type { Directories } from '../files/directories.ts'
import type { NewEvent } from '../events/events.ts'
import type { Lane } from './jobs.ts'
import type { PdfTools } from '../pdf-tools.ts'
import type { Reader } from '../resource/reader.ts'

/** The server's own job that sends a mail whose text is forgotten once it was sent. */
export const SECRET_MAIL = 'secret mail'

/** What was read of a file: nothing where it holds no words. */
export interface ReadText {
  readonly text: string
  /** Why it, or some of it, could not be read, as a sentence. */
  readonly problem: string | null
}

/** What a job can use: its id, the same on every attempt, and transactions that run as the server. */
export interface JobTools {
  readonly id: number
  inTransaction<T>(task: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Reads as a person would, signed in, or as an integration; null while their account is closed. */
  readAs<T>(person: Id, task: (ctx: Ctx, reader: Reader) => Promise<T>): Promise<T | null>
  /** Writes an archive into the file store, for a record whose file it becomes. */
  readonly archive: Archiving
  /** The bytes of a stored file; null where it is missing, or larger than so many. */
  bytesOf(path: string, most: number): Promise<Uint8Array | null>
  /** The company's logo for a PDF; null without one. */
  logo(): Promise<Letterhead['logo']>
  /** The text of a stored text file, PDF or Office file, at most so many characters. */
  textOf(path: string, mime: string, most: number): Promise<ReadText>
  readonly directories: Directories | undefined
  /** Tells the operator. */
  log(message: string): void
  /** Reads stored PDFs page by page; undefined where there is no engine, as in a browser. */
  readonly pdfs: PdfTools | undefined
}

/** What a process throws at a job that only another version of the app knows: one before it, or after it. */
export class UnknownJob extends Error {
  constructor(job: string) {
    super(`This version of the app knows no job "${job}".`)
  }
}

/** A kind of job declared by a module. */
export interface JobKind {
  /** `heavy` for jobs that take seconds, `outgoing` for what waits for programs outside; each lane has its own workers. */
  readonly lane: Lane
  /** Its payload is forgotten as soon as it was done, as of one with a password. */
  readonly secret?: boolean
  /** Of one person's jobs it comes among previews, behind what waits for a file's contents. */
  readonly patient?: boolean
  /** It takes nobody's turns: other jobs of whoever asked for it go on meanwhile. */
  readonly apart?: boolean
  /** Called with the changes of each transaction, before they are stored with it, to note what this job is to tell of them. */
  follow?(events: readonly NewEvent[], ctx: Ctx): Promise<void>
  /** Runs at least once; if it throws, it is retried. */
  run(payload: unknown, tools: JobTools): Promise<void>
}
