import { createReadStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { disposition, type FileStore } from './file-store.ts'

/** How long a link into the bucket is valid. */
const LINK_SECONDS = 300
/**
 * Attempts when the bucket is busy or unreachable, and the wait before the second one in ms, doubled for each further
 * one.
 */
const TRIES = 4
const FIRST_WAIT = 100

export interface S3Config {
  /** The bucket's address, path style: `https://s3.us-west-2.amazonaws.com/plumbline`. */
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/**
 * Parses `https://KEY:SECRET@host/bucket?region=us-west-2`.
 * @throws with a sentence that says what is missing
 */
export function readS3Url(text: string): S3Config {
  const url = URL.parse(text)
  const bucket = url?.pathname.replace(/\/+$/, '')
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !url.password || !bucket)
    throw new Error('S3_URL must look like https://KEY:SECRET@s3.us-west-2.amazonaws.com/bucket?region=us-west-2.')
  return {
    bucket: `${url.protocol}//${url.host}${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username),
    secretKey: decodeURIComponent(url.password),
  }
}

/** A request to the bucket; its body is created anew for every attempt. */
interface Asked {
  method?: 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: () => ReadableStream<Uint8Array>
  /** Statuses that count as success, besides 2xx. */
  accepted?: readonly number[]
}

/**
 * Keeps files in an S3-compatible bucket. Uploads are spooled to disk first, because S3 needs the length in advance.
 * Downloads bypass this server through links that are valid for five minutes.
 */
export function s3Store(
  { bucket, region, accessKey, secretKey }: S3Config,
  spool = join(tmpdir(), 'plumbline-uploads'),
): FileStore {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region })
  const addressOf = (path: string) => `${bucket}/${path}`

  async function askOnce(path: string, { method, headers = {}, body }: Asked): Promise<Response> {
    // Signing and sending are separate, since the platform's fetch can stream a body of known length.
    const signed = await client.sign(addressOf(path), { method: method ?? 'GET', headers })
    const init: RequestInit & { duplex?: 'half' } = {
      // The signature is only valid for the configured bucket, so redirects are not followed.
      redirect: 'manual',
      method: signed.method,
      headers: signed.headers,
      ...(body && { body: body(), duplex: 'half' }),
    }
    return fetch(signed.url, init)
  }
  async function ask(path: string, asked: Asked): Promise<Response> {
    for (let tries = 1; ; tries++) {
      const answer = await askOnce(path, asked).catch((error: unknown) => error)
      if (answer instanceof Response) {
        if (answer.ok || asked.accepted?.includes(answer.status)) return answer
        const words = (await answer.text()).slice(0, 300)
        if (tries === TRIES || (answer.status < 500 && answer.status !== 429))
          throw new Error(`The file store answered ${answer.status}: ${words}`)
      } else if (tries === TRIES) throw new Error('The file store does not answer.', { cause: answer })
      await wait(FIRST_WAIT * 2 ** (tries - 1))
    }
  }
  return {
    async create() {
      const path = randomUUID()
      await mkdir(spool, { recursive: true })
      const draft = join(spool, path)
      const file = await open(draft, 'wx')
      let sent = false
      return {
        path,
        async write(chunk) {
          await file.writeFile(chunk)
        },
        async keep(mime) {
          await file.close()
          const { size } = await stat(draft)
          const headers = { 'content-type': mime, 'content-length': String(size) }
          sent = true
          await ask(path, {
            method: 'PUT',
            headers,
            body: () => Readable.toWeb(createReadStream(draft)) as ReadableStream<Uint8Array>,
          })
          await rm(draft, { force: true })
        },
        async drop() {
          try {
            await file.close()
          } finally {
            await rm(draft, { force: true })
          }
          // Before it is sent, the file exists only in the spool.
          if (sent) await ask(path, { method: 'DELETE', accepted: [404] })
        },
      }
    },
    async read(path) {
      const answer = await ask(path, { accepted: [404] })
      return answer.status === 404 ? null : answer.body
    },
    async remove(path) {
      await ask(path, { method: 'DELETE', accepted: [404] })
    },
    async linkTo(path, as) {
      const url = new URL(addressOf(path))
      url.searchParams.set('X-Amz-Expires', String(LINK_SECONDS))
      url.searchParams.set('response-content-disposition', disposition(as))
      url.searchParams.set('response-content-type', as.mime)
      return (await client.sign(url, { aws: { signQuery: true } })).url
    },
  }
}
