import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from './inside.ts'
import type { Answered, Outgoing, ResolveHost, SentHeaders } from './outgoing.ts'

/** How long a program may take to answer, looking up its host included, in milliseconds. */
const PATIENCE = 10_000
/** So much of an answer is read at most, and so much of it kept, in bytes. */
const [MOST_READ, MOST_KEPT] = [65_536, 2048]
const INSIDE = 'leads to the inside of the network. Whoever runs the server may allow the host with WEBHOOK_HOSTS.'

const systemHosts: ResolveHost = (host) => lookup(host, { all: true })

interface Deps {
  /** Hosts that are sent to wherever they are, `erp.local` or `erp.local:8080`. */
  readonly hosts?: readonly string[]
  readonly version: string
  readonly resolve?: ResolveHost
}

/** The host without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ protocol, port }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** Whether an entry of WEBHOOK_HOSTS names where an address leads: without a port it allows the usual two. */
function names(entry: string, url: URL): boolean {
  const named = URL.parse(`http://${entry}`)
  const ports = /:\d+$/.test(entry) ? [named && portOf(named)] : ['80', '443']
  return named?.hostname === url.hostname && ports.includes(portOf(url))
}

/** Posts to programs outside, each time to an address that was checked. */
export function createOutgoing({ hosts = [], version, resolve = systemHosts }: Deps): Outgoing {
  const isAllowed = (url: URL) => hosts.some((entry) => names(entry, url))

  function refusal(address: string): string | null {
    const url = URL.parse(address)
    if (!url || !/^https?:$/.test(url.protocol)) return 'must be an address such as https://example.com/plumbline.'
    if (url.username || url.password) return 'must not hold a user name or a password.'
    if (isAllowed(url)) return null
    if (url.protocol !== 'https:') return 'must begin with https://.'
    if (url.port) return 'must have no port.'
    return isIP(hostOf(url)) && !isPublic(hostOf(url)) ? INSIDE : null
  }

  /** The addresses of a host, all of which may be sent to. */
  async function addressesOf(url: URL) {
    const host = hostOf(url)
    const family = isIP(host)
    const found = family ? [{ address: host, family }] : await resolve(host)
    if (!found.length) throw new Error('Its host has no address.')
    if (!isAllowed(url) && !found.every(({ address }) => isPublic(address))) throw new Error(`The address ${INSIDE}`)
    return found
  }

  return {
    refusal,
    headersOf: ({ id, event, body, secret, at }) => ({
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': `Plumbline-Webhooks/${version}`,
      'X-Plumbline-Event': event,
      'X-Plumbline-Delivery': id,
      'X-Plumbline-Signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
    }),
    async post(address, body, headers) {
      const refused = refusal(address)
      if (refused) throw new Error(`The address ${refused}`)
      const url = new URL(address)
      const signal = AbortSignal.timeout(PATIENCE)
      const late = Promise.withResolvers<never>()
      const giveUp = () => late.reject(new Error(`It did not answer within ${PATIENCE / 1000} seconds.`))
      signal.addEventListener('abort', giveUp)
      const settle = () => signal.removeEventListener('abort', giveUp)
      try {
        return await Promise.race([
          late.promise,
          addressesOf(url).then((found) => send(url, found, { body, headers }, { signal, settle })),
        ])
      } finally {
        settle()
      }
    },
  }

  /** Sends one, to an address that was checked; `settle` is called once its status is known. */
  function send(
    url: URL,
    found: Awaited<ReturnType<ResolveHost>>,
    { body, headers }: { body: string; headers: SentHeaders },
    { signal, settle }: { signal: AbortSignal; settle: () => void },
  ) {
    const [first = { address: '', family: 0 }] = found
    // The connection goes to what was checked: another look-up might lead elsewhere.
    const checked: LookupFunction = (_, { all }, done) =>
      all ? done(null, [...found]) : done(null, first.address, first.family)
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      signal,
      lookup: checked,
      headers,
    }
    return new Promise<Answered>((resolve, reject) => {
      const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (response) => {
        settle()
        void textOf(response).then((text) => {
          request.destroy()
          resolve({ status: response.statusCode ?? 0, text })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }
}

/** The beginning of an answer's text, as far as it comes. */
async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let read = 0
  try {
    for await (const part of response) {
      parts.push(part)
      read += part.length
      if (read >= MOST_READ) break
    }
  } catch {
    // It had answered: what is missing is its text.
  }
  return Buffer.concat(parts).subarray(0, MOST_KEPT).toString().replaceAll('\0', '')
}
