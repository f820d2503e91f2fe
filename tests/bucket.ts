import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Config } from '#server/files/s3-store.ts'
import { runningClock } from './clock/clock.ts'
import { machineTime } from './clock/store-on.ts'

/** A fault for the next request: an error status, a cut connection, a slow response, none, or a refusal without an end. */
export type Fault = number | 'cut' | 'slow' | 'silent' | 'endless'

export interface Bucket {
  readonly config: S3Config
  /** The stored objects by path. */
  readonly objects: ReadonlyMap<string, { bytes: Buffer; type: string }>
  /** Multipart uploads that were not completed. */
  readonly uploads: ReadonlyMap<string, unknown>
  /** Every request so far with its status, as `PUT 200`. */
  readonly requests: readonly string[]
  /** The faults for the next requests, in order. */
  readonly faults: Fault[]
  close(): Promise<void>
}

const REGION = 'us-west-2'
const SECRET = 'se/cret+Key'
const MINUTE = 60_000
/** The smallest part that S3 accepts, except for the last one. */
const PART_BYTES = 5 * 1024 * 1024
const reasons: Record<number, string> = {
  400: 'EntityTooSmall',
  403: 'SignatureDoesNotMatch',
  404: 'NoSuchKey',
  411: 'MissingContentLength',
}

const hmac = (key: string | Buffer, words: string) => createHmac('sha256', key).update(words).digest()
const encode = (words: string) =>
  encodeURIComponent(words).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The AWS Signature Version 4 that a received request must have. */
function expected(request: IncomingMessage, url: URL, signed: string, at: string, scope: string, payload: string) {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/')
  const canonical = [request.method, path, query.join('&'), headers.join(''), signed, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  return hmac(key, toSign).toString('hex')
}

const momentOf = (at: string) =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Whether a request is signed, in its headers within 15 minutes or by a link that has not expired. */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const query = url.searchParams
  const byLink = query.has('X-Amz-Signature')
  const [, credential = '', signed = '', signature = ''] = byLink
    ? ['', ...['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`) ?? '')]
    : (/^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
        request.headers.authorization ?? '',
      ) ?? [])
  const at = byLink ? (query.get('X-Amz-Date') ?? '') : String(request.headers['x-amz-date'])
  const payload = byLink ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  const needed = byLink ? ['host'] : ['host', 'x-amz-content-sha256', 'x-amz-date']
  const age = runningClock.now().getTime() - momentOf(at)
  const good = byLink ? age < Number(query.get('X-Amz-Expires')) * 1000 && request.method === 'GET' : true
  const scope = `${at.slice(0, 8)}/${REGION}/s3/aws4_request`
  return (
    good &&
    Math.abs(age) < 15 * MINUTE &&
    credential === `KEY/${scope}` &&
    needed.every((name) => signed.split(';').includes(name)) &&
    same(signature, expected(request, url, signed, at, scope, payload))
  )
}

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(65_536)
}

const tagOf = (bytes: Uint8Array = Buffer.alloc(0)) => `"${createHash('md5').update(bytes).digest('hex')}"`

/** A listing with two entries a page, so that clients have to request further pages. */
function listOf(entries: readonly string[], from: number, markers = ''): string {
  const more = from + 2 < entries.length
  return `<List><IsTruncated>${more}</IsTruncated>${more ? markers : ''}${entries.slice(from, from + 2).join('')}</List>`
}

const moment = () => new Date(machineTime()).toISOString()
const keyOf = (path: string) => path.slice('/plumbline/'.length)

/** Starts an S3-compatible bucket (path style) on a free port, with the operations that the product uses. */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, { bytes: Buffer; type: string; at: string }>()
  const uploads = new Map<string, { path: string; at: string; parts: Map<number, Buffer> }>()
  const requests: string[] = []
  const faults: Fault[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const fault = faults.shift()
    const end = (status: number, headers: Record<string, string> = {}, body: Buffer | string = '') => {
      requests.push(`${request.method} ${status}`)
      response.writeHead(status, headers).end(body)
    }
    const refuse = (status: number) =>
      end(
        status,
        status === 307 ? { location: '/elsewhere' } : {},
        `<Error><Code>${reasons[status] ?? 'Busy'}</Code></Error>`,
      )
    if (fault === 'cut') return void (requests.push(`${request.method} cut`), request.socket.destroy())
    if (fault === 'silent') return void requests.push(`${request.method} silent`)
    if (fault === 'endless') {
      requests.push(`${request.method} endless`)
      response.writeHead(400)
      return Readable.from(endless())
        .on('error', () => {})
        .pipe(response)
    }
    if (fault === 'slow') await wait(300)
    else if (fault) return refuse(fault)
    if (!isSigned(request, url)) return refuse(403)
    const path = url.pathname
    const body = Buffer.concat(chunks)
    const upload = url.searchParams.get('uploadId')
    if (upload !== null) {
      const held = uploads.get(upload)
      if (!held || held.path !== path) return refuse(404)
      if (request.method === 'PUT') {
        if (!request.headers['content-length']) return refuse(411)
        held.parts.set(Number(url.searchParams.get('partNumber')), body)
        return end(200, { etag: tagOf(body) })
      }
      if (request.method === 'DELETE') return (uploads.delete(upload), end(204))
      // The request names the parts in order with their ETags; only the last may be small.
      const named = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
      const parts = named.map(([, number]) => held.parts.get(Number(number)) ?? Buffer.alloc(0))
      const right = named.every(
        ([, number, tag], at) => Number(number) === at + 1 && tag === `&quot;${tagOf(parts[at]).slice(1, -1)}&quot;`,
      )
      if (!right || parts.slice(0, -1).some(({ length }) => length < PART_BYTES)) return refuse(400)
      objects.set(path, { bytes: Buffer.concat(parts), type: 'binary/octet-stream', at: moment() })
      uploads.delete(upload)
      return end(200, {}, '<CompleteMultipartUploadResult/>')
    }
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload-${uploads.size}-${Math.random()}`
      uploads.set(id, { path, at: moment(), parts: new Map() })
      return end(200, {}, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (request.method === 'PUT') {
      if (!request.headers['content-length']) return refuse(411)
      objects.set(path, { bytes: body, type: 'binary/octet-stream', at: moment() })
      return end(200)
    }
    if (request.method === 'DELETE') return (objects.delete(path), end(204))
    if (path === '/plumbline') {
      const prefix = `/plumbline/${url.searchParams.get('prefix') ?? ''}`
      if (url.searchParams.has('uploads')) {
        const from = Number(url.searchParams.get('upload-id-marker') ?? 0)
        const entries = [...uploads].map(
          ([id, { path, at }]) =>
            `<Upload><Key>${keyOf(path)}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
        )
        return end(200, {}, listOf(entries, from, `<NextUploadIdMarker>${from + 2}</NextUploadIdMarker>`))
      }
      const after = `/plumbline/${url.searchParams.get('marker') ?? ''}`
      const entries = [...objects]
        .filter(([path]) => path.startsWith(prefix) && path > after)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([path, { at }]) => `<Contents><Key>${keyOf(path)}</Key><LastModified>${at}</LastModified></Contents>`)
      return end(200, {}, listOf(entries, 0))
    }
    const found = objects.get(path)
    if (!found) return refuse(404)
    const headers = {
      'content-type': url.searchParams.get('response-content-type') ?? found.type,
      'content-disposition': url.searchParams.get('response-content-disposition') ?? '',
      ...(request.method === 'HEAD' && { 'content-length': String(found.bytes.byteLength) }),
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return end(200, headers, found.bytes)
    end(206, headers, found.bytes.subarray(Number(from), Number(to) + 1))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The bucket has no port.')
  return {
    config: {
      bucket: `http://127.0.0.1:${address.port}/plumbline`,
      region: REGION,
      accessKey: 'KEY',
      secretKey: SECRET,
    },
    objects,
    uploads,
    requests,
    faults,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
