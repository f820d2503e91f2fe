import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { customers } from '#modules/customers/entities.ts'
import type { Executor } from '#server/db/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openEventFeed } from '#server/live/event-feed.ts'
import { openPostgresRelay } from '#server/live/postgres-relay.ts'
import type { RelayHandlers } from '#server/live/relay.ts'
import { sql } from 'kysely'
import { createClient, createTestWorld, type Client } from '../harness.ts'
import { eventually } from '../eventually.ts'
import { samplePostgresUrl } from '../sample.ts'
import { isBrief } from '../tier.ts'

interface Heard {
  event: string
  channel?: string
  data: { model?: { id: number; name?: string; deleted_at?: string } }
}

/** Opens a browser's socket on one process, with a session of that process. */
async function listen(world: Awaited<ReturnType<typeof createTestWorld>>, client: Client, prefix: string) {
  const heard: Heard[] = []
  const closed: number[] = []
  const connection = world.app.hub.connect(
    {
      send: (text) => heard.push({ ...JSON.parse(text), data: JSON.parse(JSON.parse(text).data ?? '{}') }),
      close: (code) => closed.push(code),
    },
    { key: 'plumbline', protocol: '7' },
  )
  const user = (await client.get('/api/user')).data.id
  const channel = `private-${prefix}.${user}`
  const { data } = await client.post('/broadcasting/auth', { socket_id: connection?.id, channel_name: channel })
  await connection?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
  return { closed, events: () => heard.filter(({ event }) => event === 'saved' || event === 'deleted') }
}

describe('two processes on one PostgreSQL database', () => {
  const worlds: Awaited<ReturnType<typeof createTestWorld>>[] = []
  let admin: Client
  const at = (index: number) => {
    const world = worlds[index]
    if (!world) throw new Error('The processes have not been started.')
    return world
  }
  const here = () => at(0)
  const other = () => at(1)
  beforeAll(async () => {
    const url = await samplePostgresUrl()
    for (let count = 0; count < 2; count++) {
      const errors: unknown[] = []
      worlds.push(
        await createTestWorld({
          database: openPostgres(url, { max: 3 }),
          openRelay: openPostgresRelay(url, (error) => errors.push(error)),
        }),
      )
    }
    admin = await here().signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    for (const world of worlds) await world.close()
  })

  test('listeners on one process receive what is saved on the other', async () => {
    const manager = await other().signIn('manager@plumbline.test')
    const socket = await listen(other(), manager, 'customers')
    const { data } = await admin.post('/api/customers', { name: 'Across' })
    await eventually(() =>
      expect(socket.events()).toMatchObject([{ event: 'saved', data: { model: { id: data.id, name: 'Across' } } }]),
    )
  })

  test('a guest on the other process receives a deletion when losing access, and nothing of other projects', async () => {
    const guest = await other().signIn('customer@plumbline.test')
    const socket = await listen(other(), guest, 'projects')
    // The other process announces its listeners a moment after they join.
    await eventually(async () => {
      await admin.patch('/api/projects/1', { name: `Canyon Lakes ${Math.random()}` })
      expect(socket.events().length).toBeGreaterThan(0)
    })
    await admin.patch('/api/projects/2', { name: 'Unseen' })
    await admin.patch('/api/projects/1', { customer_id: 2 })
    await eventually(() => {
      const gone = socket.events().filter(({ event }) => event === 'deleted')
      // Saves that were still in transit are each announced as deletions.
      expect(new Set(gone.map(({ data }) => data.model?.id))).toEqual(new Set([1]))
    })
    expect(socket.events().map(({ data }) => data.model?.id)).not.toContain(2)
  })

  test('deactivating a user on one process disconnects them from the other', async () => {
    const employee = await other().signIn('employee@plumbline.test')
    const socket = await listen(other(), employee, 'projects')
    const { data: me } = await employee.get('/api/user')
    await admin.patch(`/api/users/${me.id}`, { active: false })
    await eventually(() => expect(socket.closed).toEqual([4009]))
  })

  test('a change of permissions takes effect on the other process at once', async () => {
    const foreman = await other().signIn('foreman@plumbline.test')
    const { data: me } = await foreman.get('/api/user')
    const adds = async () => (await foreman.post('/api/customers', { name: `By the foreman ${Math.random()}` })).status
    expect([await adds(), await adds()]).toEqual([403, 403])
    await admin.patch(`/api/users/${me.id}`, { role: 'office_staff' })
    await eventually(async () => expect(await adds()).toBe(201))
    await admin.patch(`/api/users/${me.id}`, { role: 'foreman' })
    await eventually(async () => expect(await adds()).toBe(403))
  })

  test('a session that ends on one process, by logging out or in again, ends on the other', async () => {
    const office = await here().signIn('office@plumbline.test')
    const elsewhere = createClient(other().app)
    const carryOver = () => {
      for (const [name, value] of office.cookies) elsewhere.cookies.set(name, value)
    }
    const status = async () => (await elsewhere.get('/api/user')).status
    carryOver()
    expect([await status(), await status()]).toEqual([200, 200])
    await office.signIn('office@plumbline.test')
    await eventually(async () => expect(await status()).toBe(401))
    carryOver()
    expect(await status()).toBe(200)
    await office.post('/logout')
    await eventually(async () => expect(await status()).toBe(401))
  })
})

describe('the relay itself', () => {
  /** Creates the relays of two processes on one database; the second records what it receives. */
  async function pair() {
    const url = await samplePostgresUrl()
    const heard: unknown[] = []
    const losses = { count: 0 }
    const errors: unknown[] = []
    const deaf: RelayHandlers = {
      events: () => {},
      endUser: () => {},
      endSession: () => {},
      listeners: () => new Map(),
      lost: () => void losses.count++,
      missed: () => {},
    }
    const database = openPostgres(url, { max: 2 })
    const named = new URL(url)
    named.searchParams.set('application_name', 'speaker')
    const speaker = await openPostgresRelay(named.href, (error) => errors.push(error))(deaf)
    const listener = await openPostgresRelay(url, (error) => errors.push(error))({
      ...deaf,
      events: (ids) => heard.push(...ids),
      endSession: (session) => heard.push(session),
    })
    return {
      speaker,
      db: database.kysely,
      heard,
      losses,
      errors,
      /** Closes the first one's database connection. */
      cut: () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'speaker'`.execute(
          database.kysely,
        ),
      async close() {
        await speaker.close()
        await listener.close()
        await database.close()
      },
    }
  }

  test.runIf(!isBrief)('a disconnection for other processes is delivered when the connection is restored', async () => {
    const { speaker, heard, losses, errors, cut, close } = await pair()
    await cut()
    // The loss is reported at once, because cached data may now be outdated.
    await eventually(() => expect([losses.count, speaker.connected]).toEqual([1, false]))
    speaker.endSession('left')
    await eventually(() => expect(heard).toEqual(['left']))
    expect(errors.length).toBeGreaterThan(0)
    await close()
  })

  test('hints sent while one is in transit are combined into one', async () => {
    const { speaker, heard, errors, close } = await pair()
    const ids = Array.from({ length: 5000 }, (_, at) => at + 1)
    for (const id of ids) speaker.hint([id])
    await eventually(() => expect(heard).toEqual(ids))
    expect(errors).toEqual([])
    await close()
  })
})

describe('the feed of other processes’ events', () => {
  async function feedOn() {
    const url = await samplePostgresUrl()
    const world = await createTestWorld({ database: openPostgres(url, { max: 5 }) })
    const reader = openPostgres(url, { max: 3 })
    const told: number[] = []
    const errors: unknown[] = []
    const feed = await openEventFeed({
      database: reader,
      catalog: world.app.services.catalog,
      tell: (events) => told.push(...events.map(({ event }) => event)),
      log: (error) => errors.push(error),
      every: 10,
    })
    onTestFinished(async () => {
      expect(errors).toEqual([])
      await feed.close()
      await world.close()
      await reader.close()
    })
    const insert = async (db: Executor, subject: number) => {
      const { rows } = await sql<{
        id: unknown
      }>`insert into events (subject_type, subject_id, kind, action, changes, created_at) values ('customer', ${subject}, 'saved', 'updated', '{}', ${world.clock.now().toISOString()}) returning id`.execute(
        db,
      )
      return Number(rows[0]?.id)
    }
    return { feed, told, insert, db: world.app.services.database.kysely }
  }

  test('without hints an event is found once within seconds, even after a later event was delivered', async () => {
    const { feed, told, insert, db } = await feedOn()
    let early = 0
    let late = 0
    await db.transaction().execute(async (slow) => {
      early = await insert(slow, 1)
      late = await insert(db, 2)
      await feed.hear([late])
      expect(told).toEqual([late])
      // Several sweeps run while the transaction with the lower id is still open.
      await new Promise((done) => setTimeout(done, 80))
      expect(told).toEqual([late])
    })
    expect(early).toBeLessThan(late)
    await eventually(() => expect(told).toEqual([late, early]))
    await new Promise((done) => setTimeout(done, 80))
    expect(told).toEqual([late, early])
  })

  test('rolled back events are never delivered, and a process does not deliver its own events twice', async () => {
    const { feed, told, insert, db } = await feedOn()
    const failed = await db
      .transaction()
      .execute(async (trx) => {
        const id = await insert(trx, 1)
        await feed.hear([id])
        throw new Error(String(id))
      })
      .catch(({ message }: Error) => Number(message))
    // Noted before the commit, since a sweep comes every ten milliseconds here.
    await db.transaction().execute(async (trx) => {
      const own = await insert(trx, 2)
      const { rows } = await sql<{ xid: unknown }>`select xid from events where id = ${own}`.execute(trx)
      const what = { entity: customers, id: 2, kind: 'saved', action: 'updated', changes: {} } as const
      feed.noteTold([{ ...what, event: own, xid: Number(rows[0]?.xid), matchedBefore: new Set() }])
    })
    const other = await insert(db, 3)
    await eventually(() => expect(told).toEqual([other]))
    expect(told).not.toContain(failed)
  })
})
