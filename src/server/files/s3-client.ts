import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { UNSTORED } from '../db/trouble.ts'
import { readText } from '../../lib/read-text.ts'

/**
 * Attempts when the bucket is busy or unreachable, and the wait before the second one in ms, doubled for each further
 * one.
 */
const TRIES = 4
const FIRST_WAIT = 100
/**
 * How long the bucket may take to answer a request with its first byte, in ms. People wait for it, and what they send is
 * sent again later.
 */
const PATIENCE = 60_000
/** What is read of a refusal, in bytes. */
const MOST_WORDS = 64 * 1024

export interface S3Config {
  /** The bucket's address, path style: `https://s3.us-west-2.amazonaws.com/plumbline`. */
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** How long it may take to answer, in ms; a minute by default. */
  patience?: number
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

/** A request to the bucket. Its body is a list of chunks, so that every attempt can send it again without copying it. */
export interface Asked {
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Query parameters. */
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: readonly Uint8Array[]
  /** Statuses that count as success, besides 2xx. */
  accepted?: readonly number[]
}

/** What a store answers to requests that it does not implement: 405 or 501. */
export const UNKNOWN: readonly number[] = [405, 501]

/** The bucket took a request and did not answer it in time; it would hardly answer the next one. */
class Silence extends Error {}

/** The bucket refused a request. The message has its own words, and what to do where that is known. */
export class BucketRefusal extends Error {
  readonly code = UNSTORED
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
  /** Whether the same request would be refused again. */
  get isFinal(): boolean {
    return (this.status < 500 && this.status !== 429) || UNKNOWN.includes(this.status)
  }
}

function refusalIn({ status, headers }: Response, body: string): BucketRefusal {
  const said = (name: string) => textsIn(body, name)[0]
  const code = said('Code') ?? ''
  const words = said('Message') ?? (code ? '' : body.slice(0, 300))
  const sentences = [
    `The file store answered ${[status, code].filter(Boolean).join(' ')}`,
    words.trim().replace(/\.$/, ''),
    adviceOn(status, code, headers, said),
  ]
  return new BucketRefusal(status, `${sentences.filter(Boolean).join('. ')}.`)
}

/** What an operator does about a refusal, without the full stop. */
function adviceOn(status: number, code: string, headers: Headers, said: (name: string) => string | undefined): string {
  if (code === 'NoSuchBucket') return 'Create the bucket, or correct its name in S3_URL'
  if (code === 'SignatureDoesNotMatch' || code === 'InvalidAccessKeyId')
    return 'Check key and secret in S3_URL; signs such as / and + are written there as %2F and %2B'
  if (code === 'AccessDenied')
    return 'The key of S3_URL must be allowed to list the bucket, and to read, write and delete its objects'
  if (code === 'RequestTimeTooSkewed')
    return `It is ${headers.get('date') ?? 'another time'} there and ${new Date().toUTCString()} here: set the clock`
  const region = headers.get('x-amz-bucket-region') ?? said('Region')
  if (region && (code === 'AuthorizationHeaderMalformed' || status === 301 || status === 307))
    return `Set region=${region} in S3_URL`
  const elsewhere = said('Endpoint') ?? headers.get('location')
  return elsewhere ? `It is served at ${elsewhere}: set S3_URL to the store’s address for buckets in the path` : ''
}

const sizeOf = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** Signs requests to a bucket and repeats those that it was too busy for. */
export function createS3Client({ bucket, region, accessKey, secretKey, patience = PATIENCE }: S3Config) {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: 's3', region })
  const addressOf = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(path ? `${bucket}/${path}` : bucket)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  async function askOnce(path: string, { method, query, headers = {}, body }: Asked): Promise<Response> {
    const sized = { ...headers, ...(body && { 'content-length': String(sizeOf(body)) }) }
    // Signing and sending are separate, since the platform's fetch can stream a body of known length.
    const signed = await client.sign(addressOf(path, query), { method: method ?? 'GET', headers: sized })
    const init: RequestInit & { duplex?: 'half' } = {
      // The signature is only valid for the configured bucket, so redirects are not followed.
      redirect: 'manual',
      method: signed.method,
      headers: signed.headers,
      ...(body && { body: Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>, duplex: 'half' }),
    }
    // What it has begun to answer may take longer.
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new Silence()), patience)
    try {
      return await fetch(signed.url, { ...init, signal: silent.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    /** @throws with the bucket's own words, when it refuses or does not answer */
    async ask(path: string, asked: Asked = {}): Promise<Response> {
      for (let tries = 1; ; tries++) {
        // `instanceof Response` does not work here: the HTTP server replaces the platform's Response with one of its own.
        const { answer, error } = await askOnce(path, asked).then(
          (answer) => ({ answer, error: undefined }),
          (error: unknown) => ({ answer: undefined, error }),
        )
        if (answer) {
          if (answer.ok || asked.accepted?.includes(answer.status)) return answer
          const refusal = refusalIn(answer, await readText(answer, MOST_WORDS))
          if (tries === TRIES || refusal.isFinal) throw refusal
        } else if (tries === TRIES || error instanceof Silence)
          throw Object.assign(new Error('The file store does not answer.', { cause: error }), { code: UNSTORED })
        await wait(FIRST_WAIT * 2 ** (tries - 1))
      }
    },
    /** Asks for what a link names, without a signature of its own, and not where that leads; the body is not read. */
    async follow(link: string): Promise<Response> {
      const answer = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(patience) })
      await answer.body?.cancel()
      return answer
    },
    /** A presigned URL that is valid for this many seconds. */
    async link(path: string, seconds: number, query: Record<string, string>): Promise<string> {
      const url = addressOf(path, { 'X-Amz-Expires': String(seconds), ...query })
      return (await client.sign(url, { aws: { signQuery: true } })).url
    },
  }
}
export type S3Client = ReturnType<typeof createS3Client>

/** What is inside of all elements with this name, which do not contain others of that name. */
export const elementsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside)

/** The texts of all elements with this name in an XML answer; what a bucket answers needs no more of a parser. */
export const textsIn = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(lt|gt|quot|apos|amp|#34|#39);/g, (_, sign: string) => entities[sign] ?? ''),
  )
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#34': '"', apos: "'", '#39': "'", amp: '&' }
