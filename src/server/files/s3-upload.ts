import { isObject } from '../../lib/is-object.ts'
import { FileLost, type Saved, type UnfinishedFile } from './file-store.ts'
import { textsIn, UNKNOWN, type S3Client } from './s3-client.ts'

/** The smallest part that S3 takes, except for the last one; also how much of an upload is held in memory. */
const PART_BYTES = 5 * 1024 * 1024

/** An upload in parts as it is remembered between requests. */
interface State {
  /** S3's id of the upload; null before the first part, and for files that are no larger than one. */
  readonly upload: string | null
  /** S3's tags of the parts so far, in order. */
  readonly tags: readonly string[]
  /** The bytes behind the last part, kept in an object of their own until they are enough for a part. */
  readonly tail: number
  /** Whether such an object was ever written. */
  readonly tailed: boolean
}

export function stateIn({ state }: Pick<Saved, 'state'>): State {
  const read: unknown = state === '' ? {} : JSON.parse(state)
  const { upload, tags, tail, tailed } = isObject(read) ? read : {}
  return {
    upload: typeof upload === 'string' ? upload : null,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    tail: typeof tail === 'number' ? tail : 0,
    tailed: tailed === true,
  }
}

/**
 * Where the bytes behind this many parts are kept. Each tail has its own name, so that writing a later one leaves alone
 * the one that a crash may lead back to.
 */
const tailOf = (path: string, parts: number): string => `${path}.tail.${parts}`
/** The path of the file that a tail belongs to; null for anything else. */
export const fileOfTail = (path: string): string | null => /^(.+)\.tail\.\d+$/.exec(path)?.[1] ?? null

/** Removes all tails of a file, also those that a crash kept from being remembered. */
export async function removeTails({ ask }: S3Client, path: string): Promise<void> {
  const found = await ask('', { query: { prefix: `${path}.tail.` } })
  for (const tail of textsIn(await found.text(), 'Key')) await ask(tail, { method: 'DELETE', accepted: [404] })
}

/** Removes the parts of an upload that is not completed; some stores cannot, and keep them. */
export async function endUpload({ ask }: S3Client, path: string, uploadId: string): Promise<void> {
  await ask(path, { method: 'DELETE', query: { uploadId }, accepted: [404, ...UNKNOWN] })
}

/**
 * Writes a file to a bucket in parts, each sent as soon as it is complete. What does not fill a part when a request ends
 * is kept as an object beside it, so that a line that breaks every few seconds still gets on.
 */
export async function openS3Upload({ ask }: S3Client, path: string, before: Saved): Promise<UnfinishedFile> {
  let saved = before
  let { upload, tags, tail, tailed } = stateIn(before)
  let pending: Uint8Array[] = []
  let size = 0
  let written = before.size
  if (tail) {
    const answer = await ask(tailOf(path, tags.length), { accepted: [404] })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.status === 404 || bytes.byteLength < tail) throw new FileLost(`The tail of the upload ${path} is gone.`)
    // A crash may have left a longer tail than was remembered.
    pending = [bytes.subarray(0, tail)]
    size = tail
  }

  const remember = (left: number) => {
    tail = left
    saved = { size: written, state: JSON.stringify({ upload, tags, tail, tailed } satisfies State) }
  }
  async function sendPart() {
    if (upload === null) {
      const answer = await (await ask(path, { method: 'POST', query: { uploads: '' } })).text()
      upload = textsIn(answer, 'UploadId')[0] ?? null
      if (upload === null) throw new Error(`The file store began no upload: ${answer.slice(0, 300)}`)
    }
    const query = { partNumber: String(tags.length + 1), uploadId: upload }
    const answer = await ask(path, { method: 'PUT', query, body: pending, accepted: [404] })
    if (answer.status === 404) throw new FileLost(`The file store has forgotten the upload ${path}.`)
    tags = [...tags, answer.headers.get('etag') ?? '']
    pending = []
    size = 0
    remember(0)
  }
  return {
    get saved() {
      return saved
    },
    async write(chunk) {
      for (let at = 0; at < chunk.byteLength;) {
        const piece = chunk.subarray(at, at + PART_BYTES - size)
        pending.push(piece)
        size += piece.byteLength
        written += piece.byteLength
        at += piece.byteLength
        if (size === PART_BYTES) await sendPart()
      }
    },
    async save(last = false) {
      if (last) {
        // The last part may be small, and a file that is no larger than a part needs no parts.
        if (upload === null) await ask(path, { method: 'PUT', body: pending })
        else if (size) await sendPart()
        return remember(0)
      }
      if (written === saved.size) return
      await ask(tailOf(path, tags.length), { method: 'PUT', body: pending })
      tailed = true
      remember(size)
    },
    async close() {
      pending = []
    },
  }
}

/** Joins the parts to a file. */
export async function finishS3Upload(client: S3Client, path: string, saved: Saved): Promise<void> {
  const { ask } = client
  const { upload, tags, tailed } = stateIn(saved)
  if (upload !== null) {
    const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`)
    const body = [new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)]
    const answer = await ask(path, { method: 'POST', query: { uploadId: upload }, body, accepted: [404] })
    const words = await answer.text()
    // An upload that was completed just before a crash is no longer known; the file is there.
    const there = answer.status === 404 && (await ask(path, { method: 'HEAD', accepted: [404] })).ok
    // Whoever completes a large upload is answered 200 before it is known how that went.
    if (!there && (answer.status === 404 || words.includes('<Error>')))
      throw new Error(`The file store did not complete ${path}: ${words.slice(0, 300)}`)
  }
  if (upload !== null || tailed) await removeTails(client, path)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
