import type { Context } from 'hono'
import { decodeField, make, type MultipartError } from 'multipasta'
import { invalid, Refusal } from '../http/errors.ts'
import type { FileStore, NewFile } from './file-store.ts'
import { HEAD_BYTES } from './sniff.ts'

const MB = 1024 * 1024
/** screens.md, section 0. */
const MOST_BYTES = 100 * MB
const MOST_FIELD_BYTES = 64 * 1024
const MOST_PARTS = 20
const TOO_LARGE = 'This file is larger than 100 MB.'

/** One file of a form, stored and not yet kept. */
export interface Received {
  readonly file: NewFile
  /** What the sender calls it, without folders and control characters. */
  readonly name: string
  readonly size: number
  /** Its first bytes, by which its kind is told. */
  readonly head: Uint8Array
}
export interface ReceivedForm {
  readonly fields: Record<string, string>
  readonly files: ReadonlyMap<string, Received>
  drop(): Promise<void>
}

interface Coming {
  file: NewFile
  name: string
  size: number
  head: Uint8Array[]
}

/** The last part of a path, by either system's slashes; never empty. Forms write quotes and line ends as %22, %0D, %0A. */
const nameOf = (sent: string | undefined): string => {
  const bare = (sent ?? '')
    .replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return bare.slice(-255) || 'file'
}

/** The parser's own names for limits on a file, rather than on the form. */
const fileLimits: readonly string[] = ['MaxPartSize', 'MaxTotalSize']
const refusalOf = (error: MultipartError): Refusal =>
  'limit' in error && fileLimits.includes(error.limit)
    ? invalid({ file: [TOO_LARGE] })
    : new Refusal(400, 'The upload could not be understood.')

/**
 * Takes a form with files as it arrives, each file straight into the store: nothing waits in memory. Whoever asked must
 * keep the files or drop the form.
 * @throws Refusal 422 when a file is too large, 400 when it is no such form; what had come by then is dropped.
 */
export async function receiveForm(c: Context, store: FileStore): Promise<ReceivedForm> {
  const fields: Record<string, string> = {}
  const coming = new Map<string, Coming>()
  const drop = async () => void (await Promise.all([...coming.values()].map(({ file }) => file.drop())))
  const body = c.req.raw.body
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > MOST_BYTES + MB) throw invalid({ file: [TOO_LARGE] })
  if (!body || !c.req.header('content-type')?.startsWith('multipart/form-data'))
    throw invalid({ file: ['File is required'] })

  // The parser calls back as it goes; what must be awaited is done between two chunks, so that a slow disk slows the sender.
  let todo: (() => Promise<void>)[] = []
  let failed: Error | null = null
  const parser = make({
    headers: { 'content-type': c.req.header('content-type') ?? '' },
    isFile: ({ filename }) => filename !== undefined,
    maxPartSize: MOST_BYTES,
    maxTotalSize: MOST_BYTES + MB,
    maxFieldSize: MOST_FIELD_BYTES,
    maxParts: MOST_PARTS,
    onField: (info, value) => void (fields[info.name] = decodeField(info, value)),
    onFile: ({ name, filename }) => {
      todo.push(async () => {
        coming.set(name, { file: await store.create(), name: nameOf(filename), size: 0, head: [] })
      })
      return (chunk) => {
        if (chunk) todo.push(() => take(name, chunk))
      }
    },
    onError: (error) => void (failed ??= refusalOf(error)),
    onDone: () => {},
  })
  async function take(name: string, chunk: Uint8Array) {
    const held = coming.get(name)
    if (!held) return
    if (held.size < HEAD_BYTES) held.head.push(chunk.slice(0, HEAD_BYTES - held.size))
    held.size += chunk.byteLength
    if (held.size > MOST_BYTES) throw invalid({ file: [TOO_LARGE] })
    await held.file.write(chunk)
  }
  async function settle() {
    const now = todo
    todo = []
    for (const work of now) await work()
    if (failed) throw failed
  }
  const reader = body.getReader()
  let taken = 0
  const next = async () => {
    const { value } = await reader.read()
    taken += value?.byteLength ?? 0
    return value
  }
  /** A browser listens once it has sent everything: whatever is answered before is lost with the connection. */
  async function hearOut() {
    while (taken < MOST_BYTES + MB && (await next().catch(() => undefined)));
  }
  try {
    for (let chunk = await next(); chunk; chunk = await next()) {
      parser.write(chunk)
      await settle()
    }
    parser.end()
    await settle()
  } catch (error) {
    await drop()
    await hearOut()
    throw error
  }
  const files = new Map(
    [...coming].map(([key, { file, name, size, head }]) => [key, { file, name, size, head: joined(head) }]),
  )
  return { fields, files, drop }
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
