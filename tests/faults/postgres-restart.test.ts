import Pusher from 'pusher-js'
import { afterAll, expect, test } from 'vitest'
import { removeFolders, startServer } from '../contract/server.ts'
import { startCluster } from '../postgres.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const LANES = 6
/** At most this many connections to the database, of which each may fail one save after the crash. */
const CONNECTIONS = 10

test.runIf(!isBrief)(
  'PostgreSQL broken off under load: who saves hears 503 and why, and all goes on by itself; nothing answered is lost',
  async () => {
    const cluster = await startCluster({ durable: true })
    const server = await startServer({ args: ['--api-only'], env: { DATABASE_URL: cluster.url } })
    const admin = createRemote(() => server.url)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const { data: me } = await admin.get('/api/user')
    const pusher = new Pusher('plumbline', {
      cluster: '',
      wsHost: '127.0.0.1',
      wsPort: server.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      disableStats: true,
      channelAuthorization: {
        endpoint: '',
        transport: 'ajax',
        customHandler: ({ socketId, channelName }, answer) =>
          void admin
            .post('/broadcasting/auth', { socket_id: socketId, channel_name: channelName })
            .then(({ data }) => answer(null, data)),
      },
    })
    const heard = new Set<string>()
    let joined = 0
    const channel = pusher.subscribe(`private-customers.${me.id}`)
    channel.bind('saved', ({ model }: { model: { name: string } }) => heard.add(model.name))
    channel.bind('pusher:subscription_succeeded', () => void joined++)
    await eventually(() => expect(joined).toBe(1))

    const answered = new Map<number, unknown>()
    const refused: { status: number; message: unknown }[] = []
    /** The times of the crash and of the first failed save; 0 before. */
    let broken = 0
    let noticed = 0
    let recovery = 0
    let going = true
    let made = 0
    const save = async (name: string) => {
      while (going) {
        const key = { 'idempotency-key': name }
        const sent = performance.now()
        const { status, data } = await admin.post('/api/customers', { name }, key)
        if (status === 201) {
          answered.set(data.id, data)
          if (noticed && sent > noticed && !recovery) recovery = performance.now() - broken
          return
        }
        if (broken) noticed ||= performance.now()
        refused.push({ status, message: data.message })
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    const lanes = Array.from({ length: LANES }, async () => {
      while (going) await save(`Load ${++made}`)
    })
    try {
      for (let restart = 0; restart < counts.postgresRestarts; restart++) {
        const before = { answered: answered.size, joined }
        await eventually(() => expect(answered.size).toBeGreaterThan(before.answered + 50))
        recovery = 0
        broken = performance.now()
        await cluster.restart()
        const during = refused.length
        await eventually(() => expect(recovery).toBeGreaterThan(0))
        process.stdout.write(`PostgreSQL restarted: saves answered again after ${Math.round(recovery)} ms\n`)
        expect(refused.length - during).toBeLessThanOrEqual(CONNECTIONS + LANES)
        broken = noticed = 0
        // Events were missed during the outage, so browsers must rejoin, and therefore fetch again.
        await eventually(() => expect(joined).toBeGreaterThan(before.joined))
      }
      going = false
      await Promise.all(lanes)
      expect(refused.length).toBeGreaterThan(0)
      for (const { status, message } of refused)
        expect([status, message]).toEqual([503, expect.stringMatching(/cannot reach its database/)])
      const { data } = await admin.get('/api/customers')
      const kept = new Map(data.map((one: { id: number }) => [one.id, one]))
      for (const [id, record] of answered) expect(kept.get(id)).toEqual(record)
      const names = data.map(({ name }: { name: string }) => name)
      expect(new Set(names).size).toBe(names.length)
      await admin.post('/api/customers', { name: 'After it all' })
      await eventually(() => expect(heard).toContain('After it all'))
      expect(server.process.exitCode, server.output()).toBeNull()
    } finally {
      going = false
      pusher.disconnect()
      await server.stop()
      await cluster.stop()
    }
  },
)
