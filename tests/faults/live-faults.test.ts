import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { attachSockets } from '#server/live/sockets.ts'
import { createTestWorld } from '../harness.ts'
import { counts } from './counts.ts'
import { createFaultyRelay } from './faulty-relay.ts'
import { createRandom } from './random.ts'
import { openTab } from './tab.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

const TABS = 3
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

test.runIf(!isBrief)('whatever becomes of live events, a browser comes to show what the server holds', async () => {
  const random = createRandom('live faults')
  const world = await createTestWorld()
  const server = createServer()
  const closeSockets = attachSockets(server, world.app.hub, { allowed: new Set() })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const relay = await createFaultyRelay(() => (server.address() as AddressInfo).port)
  const writer = await world.signIn('admin@plumbline.test')
  const reader = await world.signIn('office@plumbline.test')
  /** While it is down, reads of the list fail, but channels can be joined. */
  const network = { down: false }
  const throughNetwork = {
    ...reader,
    fetch: (async (input, init) => {
      if (network.down && String(input).endsWith('/api/customers')) throw new TypeError('Failed to fetch')
      return reader.fetch(input, init)
    }) satisfies typeof fetch,
  }
  const tabs = await Promise.all(Array.from({ length: TABS }, () => openTab(throughNetwork, relay.port)))
  const connected = () => eventually(() => expect(tabs.map((tab) => tab.state())).toEqual(tabs.map(() => 'connected')))

  let made = 0
  const held = async (): Promise<{ id: number; name: string }[]> =>
    (await writer.get('/api/customers')).data.sort((a: { id: number }, b: { id: number }) => a.id - b.id)
  async function change() {
    const all = await held()
    const kind = random.below(5)
    if (kind < 2 || all.length < 10) return writer.post('/api/customers', { name: `Fault ${++made}` })
    const { id } = random.pick(all)
    if (kind < 4) return writer.patch(`/api/customers/${id}`, { name: `Renamed ${++made}` })
    // Customers with projects cannot be deleted, which must not be announced.
    return writer.delete(`/api/customers/${id}`)
  }
  const changes = async (most: number) => {
    for (let left = 1 + random.below(most); left > 0; left--) await change()
    await world.app.settled()
  }
  const shuffled = (events: string[]) => {
    const left = [...events]
    const mixed: string[] = []
    while (left.length) mixed.push(...left.splice(random.below(left.length), 1))
    return mixed
  }
  const arrangements: Record<string, (events: string[]) => string[]> = {
    reorder: shuffled,
    duplicate: (events) => events.flatMap((event) => (random.below(2) ? [event, event] : [event])),
    'delete before save': (events) =>
      [...events].sort((a, b) => Number(b.includes('"deleted"')) - Number(a.includes('"deleted"'))),
    freeze: (events) => events,
    'all of it twice, mixed': (events) => shuffled([...events, ...events]),
  }
  const faults: Record<string, () => Promise<void>> = {
    ...Object.fromEntries(
      Object.entries(arrangements).map(([name, arrange]) => [
        name,
        async () => {
          relay.freeze()
          await changes(8)
          // A record that is created and deleted while frames are dropped.
          const { data } = await writer.post('/api/customers', { name: `Fault ${++made}` })
          if (random.below(2)) await writer.delete(`/api/customers/${data.id}`)
          await world.app.settled()
          await wait(random.below(30))
          relay.thaw(arrange)
        },
      ]),
    ),
    async drop() {
      relay.goDeaf()
      await changes(5)
      relay.cut()
      await changes(3)
    },
    async 'lose the socket'() {
      relay.cut()
      await changes(5)
    },
    async 'be offline for a while'() {
      relay.refuse()
      relay.cut()
      await changes(5)
      relay.welcome()
    },
    async 'fetch anew while nobody answers'() {
      const before = new Set(tabs.map((tab) => tab.socketId()))
      network.down = true
      relay.cut()
      await changes(3)
      await eventually(() => expect(tabs.filter((tab) => before.has(tab.socketId()))).toEqual([]))
      await connected()
      // Longer than the delay before a browser fetches again.
      await wait(400 + random.below(300))
      network.down = false
    },
    async 'be restarted by the server'() {
      world.app.hub.reconnectAll()
      await changes(3)
    },
  }

  const tally = new Map<string, number>()
  let slowest = 0
  try {
    await connected()
    for (let fault = 0; fault < counts.liveFaults; fault++) {
      const name = random.pick(Object.keys(faults))
      tally.set(name, (tally.get(name) ?? 0) + 1)
      await faults[name]?.()
      const wanted = await held()
      const began = performance.now()
      for (const tab of tabs) await eventually(() => expect(tab.shown(), name).toEqual(wanted))
      slowest = Math.max(slowest, performance.now() - began)
      await connected()
    }
    expect(world.errors).toEqual([])
    process.stdout.write(
      `live faults: ${counts.liveFaults}, agreement after ${Math.round(slowest)} ms at most: ${JSON.stringify(Object.fromEntries(tally))}\n`,
    )
  } finally {
    for (const tab of tabs) tab.close()
    relay.close()
    closeSockets()
    server.close()
    await world.close()
  }
})
