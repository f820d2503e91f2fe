import type { Context } from 'hono'
import { decodeField, make, type MultipartError } from 'multipasta'
import { invalid, Refusal } from '../http/errors.ts'
import { tooLarge } from '../../lib/file-size.ts'
import type { Id } from '../../core/access/access.ts'
import type { Incoming } from './incoming.ts'
import { nameOf } from './names.ts'
import { partNames } from './part-names.ts'
import { HEAD_BYTES } from './sniff.ts'
import type { UploadRow } from './upload-rows.ts'
import type { Writer } from './upload-writer.ts'

const MB = 1024 * 1024
const MOST_FIELD_BYTES = 64 * 1024
const MOST_PARTS = 20
const NO_FORM = 'The upload could not be understood.'
const TWICE = 'Two parts of the form have the same name.'

/** A file from a form, written to the store but not yet finished. */
export interface Received {
  readonly upload: UploadRow
  readonly writer: Writer
  /** The file name given by the sender, without folders and control characters. */
  readonly name: string
  readonly size: number
  /** The first bytes, from which the file type is detected. */
  readonly head: Uint8Array
}
export interface ReceivedForm {
  readonly fields: Record<string, string>
  readonly files: ReadonlyMap<string, Received>
}

/** Where the files of a form go, and whose they are. */
export interface Receiving {
  readonly incoming: Incoming
  readonly log: (error: unknown) => void
  readonly user_id: Id
  /** The largest file, in bytes. */
  readonly mostBytes: number
}

interface Coming extends Omit<Received, 'head' | 'size'> {
  size: number
  head: Uint8Array[]
}

/** The parser's error codes for limits of a file, rather than of the form. */
const fileLimits: readonly string[] = ['MaxPartSize', 'MaxTotalSize']
const refusalOf = (error: MultipartError, most: number): Refusal =>
  'limit' in error && fileLimits.includes(error.limit) ? invalid({ file: [tooLarge(most)] }) : new Refusal(400, NO_FORM)

/**
 * Streams the files of a form into the store, so that none is buffered in memory. Files that no record has taken over
 * are closed and removed when this function ends, even on failure: an unclosed file handle crashes the process when it
 * is garbage-collected.
 * @throws Refusal 422 when a file is too large, 400 when it is no such form or has two parts of one name.
 */
export async function withForm<T>(
  c: Context,
  receiving: Receiving,
  task: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const coming = new Map<string, Coming>()
  const body = readerOf(c, receiving.mostBytes)
  try {
    const fields = await receive(c, body, receiving, coming)
    const files = new Map(
      [...coming].map(([key, { head, ...file }]) => [key, { ...file, head: joined(head) } satisfies Received]),
    )
    return await task({ fields, files })
  } finally {
    // If one file cannot be removed, the others must still be, and the original error must not be hidden.
    const dropped = await Promise.allSettled([...coming.values()].map((file) => drop(receiving.incoming, file)))
    for (const one of dropped) if (one.status === 'rejected') receiving.log(one.reason)
    await body.drain()
  }
}

/** Lets go of a file, and removes it unless a record has taken it over. */
export async function drop(incoming: Incoming, { upload, writer }: Pick<Received, 'upload' | 'writer'>) {
  await writer.close()
  await incoming.discard(upload)
}

type Body = ReturnType<typeof readerOf>

/** @throws Refusal 422 when there is no form, or its Content-Length is too large */
function readerOf(c: Context, most: number) {
  const body = c.req.raw.body
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > most + MB) throw invalid({ file: [tooLarge(most)] })
  if (!body || !c.req.header('content-type')?.startsWith('multipart/form-data'))
    throw invalid({ file: ['File is required'] })
  const reader = body.getReader()
  let taken = 0
  const next = async () => {
    const { value } = await reader.read()
    taken += value?.byteLength ?? 0
    return value
  }
  return {
    next,
    /**
     * Reads the rest of the body: a browser reads the response only after it has sent everything, so if the connection
     * closed earlier it would only report that.
     */
    async drain() {
      while (taken < most + MB && (await next().catch(() => undefined)));
    },
  }
}

/** Parses the whole form: adds each file to `coming` as soon as it is created, and returns the text fields. */
async function receive(
  c: Context,
  body: Body,
  { incoming, user_id, mostBytes }: Receiving,
  coming: Map<string, Coming>,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const names = new Set<string>()

  // The parser's callbacks are synchronous, so their async work is queued and awaited between chunks. That way a slow
  // disk also slows the sender down.
  let todo: (() => Promise<void>)[] = []
  let failed: Error | null = null
  const parser = make({
    headers: { 'content-type': c.req.header('content-type') ?? '' },
    isFile: ({ headers }) => partNames(headers['content-disposition']).filename !== undefined,
    maxPartSize: mostBytes,
    maxTotalSize: mostBytes + MB,
    maxFieldSize: MOST_FIELD_BYTES,
    maxParts: MOST_PARTS,
    onField(info, value) {
      const { name } = partNames(info.headers['content-disposition'])
      if (isNew(name)) fields[name] = decodeField(info, value)
    },
    onFile({ headers }) {
      const { name, filename } = partNames(headers['content-disposition'])
      if (!isNew(name)) return () => {}
      todo.push(async () => {
        const file = { user_id, place: c.req.path, name: nameOf(filename) }
        const { row, writer } = await incoming.createForForm(file)
        coming.set(name, { upload: row, writer, name: file.name, size: 0, head: [] })
      })
      return (chunk) => {
        if (chunk) todo.push(() => take(name, chunk))
      }
    },
    onError: (error) => void (failed ??= refusalOf(error, mostBytes)),
    onDone: () => {},
  })
  function isNew(name: string): boolean {
    if (names.has(name)) failed ??= new Refusal(400, TWICE)
    names.add(name)
    return failed === null
  }
  async function take(name: string, chunk: Uint8Array) {
    const held = coming.get(name)
    if (!held) return
    if (held.size < HEAD_BYTES) held.head.push(chunk.slice(0, HEAD_BYTES - held.size))
    held.size += chunk.byteLength
    if (held.size > mostBytes) throw invalid({ file: [tooLarge(mostBytes)] })
    await held.writer.write(chunk)
  }
  async function settle() {
    const now = todo
    todo = []
    for (const work of now) {
      if (failed) break
      await work()
    }
    if (failed) throw failed
  }
  const feed = (step: () => void) => {
    try {
      step()
    } catch {
      // For some undecodable part headers the parser throws instead of reporting an error.
      failed ??= new Refusal(400, NO_FORM)
    }
  }
  for (let chunk = await body.next(); chunk; chunk = await body.next()) {
    const bytes = chunk
    feed(() => parser.write(bytes))
    await settle()
  }
  feed(() => parser.end())
  await settle()
  return fields
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
