/**
 * Opens, subscribes and closes as many sockets of the real hub as its argument says, and reports the remaining memory and
 * handles to its parent. Run with --expose-gc.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createSigner } from '#server/auth/crypto.ts'
import { createHub } from '#server/live/hub.ts'
import { attachSockets } from '#server/live/sockets.ts'

const KEY = 'plumbline'
const AT_ONCE = 20
/** The number of cycles after which compilation and caches have settled. */
const WARM_UP = 300

const cycles = Number(process.argv[2])
const sign = createSigner('secret')
const hub = createHub({ key: KEY, sign, random: Math.random })
const server = createServer()
attachSockets(server, hub, { allowed: new Set() })
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo

async function cycle(number: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${KEY}?protocol=7`)
  const closed = new Promise((done) => socket.once('close', done))
  const channel = `private-customers.${(number % 50) + 1}`
  await new Promise<void>((joined, fail) => {
    socket.once('error', fail)
    socket.on('message', (text) => {
      const { event, data } = JSON.parse(String(text))
      if (event === 'pusher_internal:subscription_succeeded') joined()
      if (event !== 'pusher:connection_established') return
      const { socket_id } = JSON.parse(data)
      const auth = `${KEY}:${sign(`${socket_id}:${channel}`)}`
      socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
    })
  })
  hub.publish([channel], 'saved', JSON.stringify({ model: { id: number } }))
  // Sockets end in different ways: closed, unsubscribed first, or terminated.
  if (number % 3 === 1) socket.send(JSON.stringify({ event: 'pusher:unsubscribe', data: { channel } }))
  if (number % 3 === 2) socket.terminate()
  else socket.close()
  await closed
}
async function run(count: number) {
  let begun = 0
  const lane = async () => {
    while (begun < count) await cycle(begun++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  for (let tries = 0; hub.size && tries < 200; tries++) await wait(10)
}
async function heap(): Promise<number> {
  await wait(50)
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

await run(WARM_UP)
const before = await heap()
await run(cycles)
const after = await heap()
const listeners = [...hub.allListeners().values()].flat().length
const connections = await new Promise<number>((done) => server.getConnections((_, count) => done(count)))
process.send?.({
  collected: globalThis.gc !== undefined,
  size: hub.size,
  listeners,
  connections,
  grown: after - before,
})
process.disconnect?.()
process.exit()
