import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runningClock } from '../clock/clock.ts'

export const APP = { appId: 'plumb-1', key: 'service-key', secret: 'service-secret' }

export interface SentEvent {
  name: string
  data: string
  channel: string
  socket_id?: string
}

/**
 * The part of Pusher's HTTP API that receives events (`POST /apps/{id}/events` and `/batch_events`). Requests with an
 * invalid signature and events beyond the limits are refused.
 */
export async function createService() {
  const events: SentEvent[] = []
  const requests: string[] = []
  const refusals: string[] = []
  let failures = 0

  /** The reason to refuse a request, or undefined. */
  function wrong(method: string, url: URL, body: string): string | undefined {
    const params = new Map(url.searchParams)
    const signature = params.get('auth_signature')
    params.delete('auth_signature')
    const query = [...params].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
    const text = [method, url.pathname, query.join('&')].join('\n')
    if (signature !== createHmac('sha256', APP.secret).update(text).digest('hex')) return 'auth_signature'
    if (params.get('auth_key') !== APP.key || params.get('auth_version') !== '1.0') return 'auth_key'
    if (Math.abs(Number(params.get('auth_timestamp')) - runningClock.now().getTime() / 1000) > 600)
      return 'auth_timestamp'
    if (params.get('body_md5') !== createHash('md5').update(body).digest('hex')) return 'body_md5'
    const sent = eventsIn(url, body)
    if (sent.some(({ data }) => Buffer.byteLength(data) > 10_240)) return 'data is too long'
    if (url.pathname.endsWith('/batch_events') && sent.length > 10) return 'too many events'
    if (sent.length > 100) return 'too many channels'
    return undefined
  }
  function eventsIn({ pathname }: URL, body: string): SentEvent[] {
    const told = JSON.parse(body)
    if (pathname === `/apps/${APP.appId}/batch_events`) return told.batch
    if (pathname !== `/apps/${APP.appId}/events`) return []
    const { channels, ...event } = told
    return channels.map((channel: string) => ({ ...event, channel }))
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const url = new URL(request.url ?? '/', 'http://service')
    requests.push(url.pathname)
    if (failures > 0) {
      failures--
      response.writeHead(503).end('Come back later.')
      return
    }
    const why = wrong(request.method ?? '', url, body)
    if (why) refusals.push(why)
    else events.push(...eventsIn(url, body))
    response.writeHead(why ? 400 : 200, { 'content-type': 'application/json' }).end(why ?? '{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    refusals,
    /** Lets the next `count` requests fail. */
    fail: (count: number) => void (failures = count),
    /** The events since the last call, as `event channel` with the model. */
    told: () =>
      events.splice(0).map(({ name, channel, data, socket_id }) => ({ name, channel, socket_id, ...JSON.parse(data) })),
    close: () => void server.close(),
  }
}
