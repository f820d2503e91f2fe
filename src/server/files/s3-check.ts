import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { disposition } from './file-store.ts'
import { BucketRefusal, textsIn, UNKNOWN, type S3Client } from './s3-client.ts'

/** The folder of what is written for a moment, to see whether that works. */
export const PROBE = 'probe'
/** How long the server waits at its start for a bucket that does not answer, in milliseconds. */
const PATIENCE = 15_000

export const isUnknown = (error: unknown): boolean => error instanceof BucketRefusal && UNKNOWN.includes(error.status)

const LEFTOVERS =
  'What uploads leave that are broken off stays there: have the bucket itself remove incomplete multipart uploads.'

/**
 * Tries everything that the server needs of a bucket: listing, writing, reading, parts of files, links, uploads in parts.
 * Resolves to what the store lacks that the server can do without, a sentence each, or that it does not answer now.
 * @throws with a sentence, when it refuses something that the server needs
 */
export async function checkS3(client: S3Client): Promise<readonly string[]> {
  const tried = Promise.all([tryObject(client), tryUpload(client), tryListing(client)])
  const late = new AbortController()
  try {
    const lacking = await Promise.race([tried, wait(PATIENCE, null, { signal: late.signal })])
    return lacking ? lacking.flat() : [`The file store has not answered for ${PATIENCE / 1000} seconds.`]
  } catch (error) {
    if (error instanceof BucketMisfit || (error instanceof BucketRefusal && error.isFinal)) throw error
    return [
      `${error instanceof Error ? error.message : String(error)} Until that changes, files cannot be stored or read.`,
    ]
  } finally {
    late.abort()
    tried.catch(() => {})
  }
}

/** The store answers, and not what the server needs. */
class BucketMisfit extends Error {}

/** An unfinished file's name, so that what a crash leaves here is removed with those. */
const probePath = () => `${PROBE}/${randomUUID()}.tail.0`

async function tryObject(client: S3Client): Promise<string[]> {
  const { ask } = client
  const path = probePath()
  const bytes = new TextEncoder().encode('Plumbline')
  await ask('', { query: { prefix: path, 'max-keys': '1' } })
  await ask(path, { method: 'PUT', body: [bytes] })
  try {
    const part = await ask(path, { headers: { range: 'bytes=5-8' } })
    if (part.status !== 206 || (await part.text()) !== 'line')
      throw new BucketMisfit('The file store does not answer a range of bytes, which videos and drawings need.')
    const said = disposition({ name: 'plan.pdf', inline: false })
    const link = await client.link(path, 60, {
      'response-content-disposition': said,
      'response-content-type': 'application/pdf',
    })
    const linked = await client.follow(link)
    const { headers } = linked
    if (
      linked.status !== 200 ||
      headers.get('content-type') !== 'application/pdf' ||
      headers.get('content-disposition') !== said
    )
      throw new BucketMisfit(
        `The file store does not serve presigned links with the name and type that they ask for (it answered ${linked.status}), which downloads need.`,
      )
    const bare = await client.follow(link.replace(/\?.*/, ''))
    return bare.ok
      ? [
          'The bucket answers requests without a signature, so whoever learns the address of a file can read it: make it private.',
        ]
      : []
  } finally {
    await ask(path, { method: 'DELETE', accepted: [404] })
  }
}

async function tryUpload({ ask }: S3Client): Promise<string[]> {
  const path = probePath()
  const begun = await (await ask(path, { method: 'POST', query: { uploads: '' } })).text()
  const [uploadId] = textsIn(begun, 'UploadId')
  if (uploadId === undefined) throw new BucketMisfit('The file store takes no uploads in parts (multipart).')
  const ended = await ask(path, { method: 'DELETE', query: { uploadId }, accepted: [404, ...UNKNOWN] })
  return UNKNOWN.includes(ended.status) ? [`The file store cannot end uploads in parts. ${LEFTOVERS}`] : []
}

async function tryListing({ ask }: S3Client): Promise<string[]> {
  const { status } = await ask('', { query: { uploads: '', 'max-uploads': '1' }, accepted: UNKNOWN })
  return UNKNOWN.includes(status) ? [`The file store does not list uploads in parts. ${LEFTOVERS}`] : []
}
