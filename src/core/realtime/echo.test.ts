import { expect, test } from 'vitest'
import { createHttp } from '../resource/http.ts'
import { authorizeTogether, authorizeWith, createEcho, timing } from './echo.ts'

function http(...answers: (Response | undefined)[]) {
  const asked: unknown[] = []
  const client = createHttp({
    baseURL: '',
    socketId: () => undefined,
    fetch: (input, init) => {
      asked.push([String(input), init?.body])
      const answer = answers.shift()
      return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  return { asked, client }
}
const authorize = (client: ReturnType<typeof http>['client']) =>
  new Promise((resolve) => {
    void authorizeWith(client, 0)({ socketId: '1.2', channelName: 'private-gardens.1' }, (error, data) =>
      resolve(error ?? data),
    )
  })

test('a channel is authorised by socket id and name, again when there was no answer', async () => {
  const { asked, client } = http(
    undefined,
    new Response(null, { status: 502 }),
    Response.json({ auth: 'key:signature' }),
  )
  expect(await authorize(client)).toEqual({ auth: 'key:signature' })
  expect(asked).toHaveLength(3)
  expect(asked[2]).toEqual(['/broadcasting/auth', '{"socket_id":"1.2","channel_name":"private-gardens.1"}'])
})

test('a refusal is final', async () => {
  const { asked, client } = http(new Response(null, { status: 403 }))
  expect(await authorize(client)).toBeInstanceOf(Error)
  expect(asked).toHaveLength(1)
})

test('the client connects where it is told, with the timing of rule realtime-timing', () => {
  const echo = createEcho({ key: 'app', at: { host: '127.0.0.1', port: 1, tls: false }, http: http().client })
  const { pusher } = echo.connector
  echo.disconnect()
  expect(pusher.config).toMatchObject({ wsHost: '127.0.0.1', wsPort: 1, useTLS: false, ...timing })
})

test('a service of Pusher’s own is found by its cluster', () => {
  const echo = createEcho({ key: 'app', at: { cluster: 'eu' }, http: http().client })
  const { pusher } = echo.connector
  echo.disconnect()
  expect(pusher.config).toMatchObject({ wsHost: 'ws-eu.pusher.com', useTLS: true, ...timing })
})

test('where the server announces it, the channels of a page are authorised in one request, and a refused one alone fails', async () => {
  const { asked, client } = http(
    new Response(null, { status: 502 }),
    Response.json({ channels: { 'private-gardens.1': { auth: 'key:one' }, 'private-beds.1': { auth: 'key:two' } } }),
  )
  const together = authorizeTogether(client, 0)
  const one = (channelName: string) =>
    new Promise((resolve) => together({ socketId: '1.2', channelName }, (error, data) => resolve(error ?? data)))
  const names = ['private-gardens.1', 'private-beds.1', 'private-secrets.1']
  expect(await Promise.all(names.map(one))).toEqual([{ auth: 'key:one' }, { auth: 'key:two' }, expect.any(Error)])
  expect(asked).toHaveLength(2)
  expect(asked[1]).toEqual(['/broadcasting/auth', JSON.stringify({ socket_id: '1.2', channel_names: names })])
})
