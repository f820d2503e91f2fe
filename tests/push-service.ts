import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const ece: { decrypt(body: Buffer, options: object): Buffer } = createRequire(import.meta.url)('http_ece')

/** What a browser would give its page, and what it reads of a message. */
export function createBrowser(origin: string, name = 'Chrome on Android') {
  const privateKey = createECDH('prime256v1')
  const p256dh = privateKey.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  const endpoint = `${origin}/push/${randomBytes(8).toString('hex')}`
  return {
    endpoint,
    subscription: { endpoint, expirationTime: null, keys: { p256dh, auth }, name },
    read: (body: Buffer): unknown =>
      JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth }).toString()),
  }
}

export interface Pushed {
  readonly endpoint: string
  readonly body: Buffer
  readonly headers: IncomingMessage['headers']
}

/** A push service (RFC 8030) that takes what is sent to any of its addresses, and answers as it is told, so many together. */
export async function openPushService() {
  const pushed: Pushed[] = []
  /** `failing` is an endpoint whose messages are refused for now. */
  const service = { status: 201, together: 1, failing: '', pushed }
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const endpoint = `${origin}${request.url}`
    pushed.push({ endpoint, body, headers: request.headers })
    const answered = new Promise<void>((resolve) => waiting.push(resolve))
    if (waiting.length >= service.together) {
      for (const answer of waiting) answer()
      waiting = []
    }
    await answered
    response.writeHead(endpoint === service.failing ? 503 : service.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(service, {
    origin,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** What the server says of itself (RFC 8292), where it is signed with the key it names; null otherwise. */
export function vapidOf({ authorization = '' }: IncomingMessage['headers']): { key: string; claims: unknown } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) } : null
}
