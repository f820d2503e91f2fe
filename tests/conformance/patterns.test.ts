import { troubledJobs } from '#server/jobs/job-state.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { area, guest, type CurrentUser } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, number, ref, text } from '#core/entity/fields.ts'
import { defineServer, not, on, serve } from '#server/define-server.ts'
import { clockOf } from '../clock/clock.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { engines } from '../engines.ts'
import type { Client } from '../harness.ts'
import { createSmallWorld, type SmallWorld } from '../security/small-world.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'yard.unpacked': number
  }
}

const all = ['view', 'create', 'edit', 'delete']
const yards = defineEntity('yard', {
  endpoint: 'api/yards',
  area: area('yards', { foreman: all, customer: ['view'] }),
  sort: 'name',
  fields: {
    name: text(),
    closed_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    closed_at: instant().optional().readonly(),
  },
  actions: ['close', 'open'],
  active: { until: 'closed_at', message: 'This yard is closed.', except: ['close', 'open'] },
  workflow: {
    states: { open: { label: 'Open' }, closed: { label: 'Closed', stamp: 'closed' } },
    steps: {
      close: { from: ['open'], to: 'closed', label: 'Close', done: 'Yard closed.' },
      open: { from: ['closed'], to: 'open', label: 'Open', done: 'Yard opened.' },
    },
  },
})

const crates = defineEntity('crate', {
  endpoint: 'api/yards/{yard_id}/crates',
  root: 'api/crates',
  area: 'yards',
  sort: 'number',
  fields: {
    yard_id: ref('yard', { onDelete: 'cascade' }),
    number: number({ within: 'yard_id', taken: 'That crate number is taken.' }),
    name: text(),
    packed_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    packed_at: instant().optional().readonly(),
    shipped_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    shipped_at: instant().optional().readonly(),
    returned_reason: text().optional().readonly(),
  },
  actions: ['pack', 'ship', 'send_back', 'look'],
  queries: ['next_number'],
  whileActive: { on: 'yard_id', except: ['look'] },
  totals: {
    'yard.unpacked': { of: 'yard_id', where: { packed_at: null }, labels: ['unpacked crate', 'unpacked crates'] },
  },
  workflow: {
    states: {
      empty: { label: 'Empty' },
      packed: { label: 'Packed', stamp: 'packed' },
      shipped: { label: 'Shipped', stamp: 'shipped' },
    },
    steps: {
      pack: { from: ['empty'], to: 'packed', taken: ['shipped'], label: 'Pack', done: 'Packed.' },
      ship: {
        from: ['packed'],
        to: 'shipped',
        label: 'Ship',
        done: 'Shipped.',
        may: (_, user) => user.role === 'admin',
      },
      send_back: {
        from: ['packed', 'shipped'],
        to: 'empty',
        label: 'Send back',
        done: 'Sent back.',
        reason: { field: 'returned_reason', message: 'Say why it comes back.' },
      },
    },
  },
})
type Crate = RecordOf<typeof crates>

/** An entity with records of several types, each with its own fields. */
const logs = defineEntity('log', {
  endpoint: 'api/yards/{yard_id}/logs',
  area: 'yards',
  sort: 'id',
  fields: { yard_id: ref('yard', { onDelete: 'cascade' }), notes: text().optional() },
  variants: {
    by: 'type',
    of: {
      weather: {
        sky: choice('clear', 'rain'),
        temperature_f: number().optional(),
        wind: choice('calm', 'high').default('calm'),
      },
      delivery: { supplier: text().searchable(), pieces: number({ min: 1, decimals: 0 }).label('Number of pieces') },
      visit: { visitor: text(), pieces: number({ decimals: 0 }).optional() },
    },
  },
})

/** What enters a yard only while it is open, and stays there when it closes. */
const visits = defineEntity('visit', {
  endpoint: 'api/visits',
  area: 'yards',
  sort: 'id',
  fields: { yard_id: ref('yard').optional(), name: text() },
  whileActive: { on: 'yard_id', entering: true },
})

/** The events the subscriber received. */
const told: { action: string; left: string | null; now: string | null; by: number | null }[] = []
let fails: string | null = null
/** The labels printed by the module's own kind of job. */
const labels: string[] = []
/** The days on which the second module's daily task ran. */
const days: string[] = []

const yardModule = {
  id: 'yards',
  exports: { yards, crates, logs, visits },
  server: defineServer({
    serve: [
      serve(yards, {}),
      serve(visits, {}),
      serve(crates, {
        visible: ({ user }) => (guest(user) ? { packed_at: not(null) } : true),
        actions: {
          look: (crate) => crate,
          pack(crate, ctx) {
            if (crate.name.includes('heavy')) ctx.warn('heavy', 'This crate is heavy.')
            return crate
          },
        },
      }),
    ],
    daily: async ({ find }) => {
      await find(yards, 1)
      throw new Error('The ladder is gone.')
    },
    jobs: {
      label: {
        lane: 'heavy',
        async run(payload, { id, inTransaction }) {
          const name = await inTransaction(async ({ count }) => `${await count(yards)} yards`)
          labels.push(`${JSON.stringify(payload)} ${name} ${typeof id}`)
        },
      },
    },
    subscribe: [
      on(crates, ['pack', 'deleted'], async ({ action, record, current, user_id }) => {
        if (record.name === fails) throw new Error('The printer is jammed.')
        told.push({ action, left: record.name, now: current?.name ?? null, by: user_id })
      }),
    ],
  }),
}

const second = {
  id: 'zoo',
  exports: {},
  server: defineServer({ daily: async ({ now }) => void days.push(now.slice(0, 10)) }),
}

type Someone = Client & { user: CurrentUser }

describe.each(engines)('declared patterns on $engine', ({ open }) => {
  let world: SmallWorld
  let boss: Someone
  let foreman: Someone
  let customer: Someone
  const clock = createTestClock()
  /** Each look at it is five milliseconds later, so that no two moments are the same. */
  const ticking = clockOf(() => (clock.pass({ milliseconds: 5 }), clock.now()))
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [yardModule, second], { clock: ticking })
    boss = await world.person('admin')
    foreman = await world.person('foreman')
    const { id } = (await boss.post('/api/firms', { name: 'Acme' })).data
    customer = await world.person('guest', { customer_id: id })
  })
  afterAll(() => world.close())
  const yard = async () => (await boss.post('/api/yards', { name: 'North' })).data
  const crate = async (at: number, draft: object = {}): Promise<Crate> =>
    (await foreman.post(`/api/yards/${at}/crates`, { name: 'Bolts', ...draft })).data
  const act = (who: Client, { id }: { id: number }, action: string, body: object = {}) =>
    who.post(`/api/crates/${id}/${action}`, body)

  describe('a sequence', () => {
    test('gives 64 concurrent creates different numbers without gaps, per parent', async () => {
      const [one, other] = [await yard(), await yard()]
      const made = await Promise.all(Array.from({ length: 64 }, () => crate(one.id)))
      expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(made.map((_, at) => at + 1))
      expect((await crate(other.id)).number).toBe(1)
    })

    test('accepts a typed number, refuses a taken one, and continues after it', async () => {
      const { id } = await yard()
      expect((await crate(id, { number: 7 })).number).toBe(7)
      const again = await foreman.post(`/api/yards/${id}/crates`, { name: 'X', number: 7 })
      expect([again.status, again.data.errors]).toEqual([422, { number: ['That crate number is taken.'] }])
      expect((await crate(id, { number: null })).number).toBe(8)
      expect((await crate(id, { number: 3 })).number).toBe(3)
      expect((await crate(id)).number).toBe(9)
    })

    test('does not reuse the number of a deleted record, and a proposal does not use one up', async () => {
      const { id } = await yard()
      const first = await crate(id)
      const proposal = () => foreman.get(`/api/yards/${id}/crates/next_number`)
      expect([(await proposal()).data, (await proposal()).data]).toEqual([2, 2])
      await foreman.delete(`/api/crates/${first.id}`)
      expect((await proposal()).data).toBe(2)
      expect((await crate(id)).number).toBe(2)
    })

    test('begins after the numbers that are there where nothing was counted yet', async () => {
      const { id } = await yard()
      const { id: other } = await yard()
      for (const at of [id, other]) await crate(at, { number: 41 })
      const forget = () => world.system(({ query }) => query(sql`delete from sequences where entity = 'crate'`))
      await forget()
      expect((await foreman.get(`/api/yards/${id}/crates/next_number`)).data).toBe(42)
      expect((await crate(id)).number).toBe(42)
      // The first that is counted is one that was typed.
      expect((await crate(other, { number: 50 })).number).toBe(50)
      expect([(await crate(id)).number, (await crate(other)).number]).toEqual([43, 51])
    })

    test('keeps a record’s number when a change omits or empties it', async () => {
      const { id } = await yard()
      const made = await crate(id)
      const { data } = await foreman.patch(`/api/yards/${id}/crates/${made.id}`, { number: '', name: 'Nuts' })
      expect([data.number, data.name]).toEqual([made.number, 'Nuts'])
    })
  })

  describe('a count', () => {
    test('appears on the parent without code there, and includes only records the reader may see', async () => {
      const { id } = await yard()
      const [a] = [await crate(id), await crate(id)]
      const count = async (who: Client) => (await who.get(`/api/yards/${id}`)).data.unpacked
      expect([await count(foreman), await count(customer)]).toEqual([2, 0])
      await act(foreman, a, 'pack')
      expect([await count(foreman), (await foreman.get('/api/yards')).data.at(-1).unpacked]).toEqual([1, 1])
    })

    test('is told with its parent when it changes, and not when something else does', async () => {
      const frames: { event: string; data: string }[] = []
      const connection = world.app.hub.connect(
        { send: (frame) => void frames.push(JSON.parse(frame)), close: () => {} },
        { key: 'plumbline', protocol: '7' },
      )
      const channel_name = `private-yards.${boss.user.id}`
      const { data } = await boss.post('/broadcasting/auth', { socket_id: connection?.id, channel_name })
      const subscribing = { event: 'pusher:subscribe', data: { channel: channel_name, auth: data.auth } }
      await connection?.receive(JSON.stringify(subscribing))
      const { id } = await yard()
      const told = async () => {
        await world.app.settled()
        const saved = frames.splice(0).filter(({ event }) => event === 'saved')
        return saved.map((frame) => JSON.parse(frame.data).model).map((one) => [one.id, one.unpacked])
      }
      await told()
      const made = await crate(id)
      expect(await told()).toEqual([[id, 1]])
      const packed = await crate(id)
      expect(await told()).toEqual([[id, 2]])
      await act(foreman, packed, 'pack')
      expect(await told()).toEqual([[id, 1]])
      await foreman.patch(`/api/crates/${made.id}`, { name: 'Nuts' })
      await act(boss, packed, 'ship')
      await foreman.delete(`/api/crates/${packed.id}`)
      expect(await told()).toEqual([])
      await foreman.delete(`/api/crates/${made.id}`)
      expect(await told()).toEqual([[id, 0]])
      connection?.closed()
    })
  })

  describe('an inactive parent', () => {
    test('makes its children read-only until it is active again', async () => {
      const one = await yard()
      const made = await crate(one.id)
      expect((await boss.post(`/api/yards/${one.id}/close`)).status).toBe(200)
      const at = `/api/yards/${one.id}/crates`
      for (const answer of [
        await foreman.post(at, { name: 'X' }),
        await foreman.patch(`${at}/${made.id}`, { name: 'X' }),
        await foreman.delete(`${at}/${made.id}`),
        await act(foreman, made, 'pack'),
        await foreman.patch(`/api/yards/${one.id}`, { name: 'X' }),
      ])
        expect([answer.status, answer.data.message]).toEqual([422, 'This yard is closed.'])
      const many = await foreman.post(`${at}/store_many`, { data: [{ name: 'X' }] })
      expect(many.data.errors).toEqual({ 'data.0': ['This yard is closed.'] })
      expect((await act(foreman, made, 'look')).status).toBe(200)
      const other = await yard()
      await crate(other.id)
      await boss.post(`/api/yards/${other.id}/close`)
      expect((await boss.delete(`/api/yards/${other.id}`)).status).toBe(204)
      await boss.post(`/api/yards/${one.id}/open`)
      expect((await foreman.patch(`${at}/${made.id}`, { name: 'X' })).status).toBe(200)
    })
  })

  describe('what enters a parent only while that is active', () => {
    test('stays there when it no longer is, and comes to no other that is not', async () => {
      const [open, closed] = [await yard(), await yard()]
      const visit = (draft: object) => foreman.post('/api/visits', { name: 'Look', ...draft })
      const CLOSED = { yard_id: ['This yard is closed.'] }
      const { data: there } = await visit({ yard_id: closed.id })
      const { data: nowhere } = await visit({})
      await boss.post(`/api/yards/${closed.id}/close`)
      expect((await visit({ yard_id: closed.id })).data.errors).toEqual(CLOSED)
      expect((await visit({ yard_id: open.id })).status).toBe(201)
      const change = (id: number, draft: object) => foreman.patch(`/api/visits/${id}`, draft)
      expect((await change(there.id, { name: 'Again', yard_id: closed.id })).data.name).toBe('Again')
      expect((await change(nowhere.id, { yard_id: closed.id })).data.errors).toEqual(CLOSED)
      expect((await change(there.id, { yard_id: null })).data.yard_id).toBeNull()
    })
  })

  describe('a workflow', () => {
    test('stamps user and time of a step, and clears the stamps of states that are left', async () => {
      const made = await crate((await yard()).id)
      const packed = await act(foreman, made, 'pack')
      expect(packed.data).toMatchObject({ packed_id: foreman.user.id, packed_at: expect.any(String), shipped_at: null })
      const shipped = await act(boss, made, 'ship')
      expect(shipped.data).toMatchObject({ packed_id: foreman.user.id, shipped_id: boss.user.id })
      const back = await act(foreman, made, 'send_back', { reason: '  Wrong bolts ' })
      expect(back.data).toMatchObject({ packed_id: null, packed_at: null, shipped_id: null, shipped_at: null })
      expect(back.data.returned_reason).toBe('Wrong bolts')
      const { data: history } = await foreman.get(`/api/crates/${made.id}/history`)
      expect(history.map(({ action }: { action: string }) => action)).toEqual(['send_back', 'ship', 'pack', 'created'])
    })

    test('refuses a step from the wrong state, by the wrong person, or without its reason', async () => {
      const made = await crate((await yard()).id)
      const early = await act(boss, made, 'ship')
      expect([early.status, early.data.message]).toEqual([422, 'This crate is empty.'])
      await act(foreman, made, 'pack')
      expect((await act(foreman, made, 'ship')).status).toBe(403)
      for (const body of [{}, { reason: ' ' }, { reason: 7 }, { reason: ['x'] }]) {
        const silent = await act(foreman, made, 'send_back', body)
        expect([silent.status, silent.data.errors]).toEqual([422, { reason: ['Say why it comes back.'] }])
      }
    })

    test('accepts a step that someone else has already taken', async () => {
      const made = await crate((await yard()).id)
      const [first, second] = [await act(foreman, made, 'pack'), await act(boss, made, 'pack')]
      expect([second.status, second.data]).toEqual([200, first.data])
      const shipped = await act(boss, made, 'ship')
      const late = await act(foreman, made, 'pack')
      expect([late.status, late.data]).toEqual([200, shipped.data])
    })
  })

  describe('records of several types', () => {
    test('accept, store and return only the fields of their own type', async () => {
      const { id } = await yard()
      const at = `/api/yards/${id}/logs`
      const rain = await foreman.post(at, { type: 'weather', sky: 'rain', supplier: 'Slipped in', notes: 'Wet' })
      expect(rain.status).toBe(201)
      expect(rain.data).toMatchObject({ type: 'weather', sky: 'rain', temperature_f: null, wind: 'calm', notes: 'Wet' })
      expect(Object.keys(rain.data)).not.toEqual(expect.arrayContaining(['supplier']))
      const steel = await foreman.post(at, { type: 'delivery', supplier: 'Harbor Steel', pieces: 4 })
      expect(steel.data).toMatchObject({ type: 'delivery', supplier: 'Harbor Steel', pieces: 4 })
      expect(Object.keys(steel.data)).not.toEqual(expect.arrayContaining(['sky', 'wind']))
      expect((await foreman.get(`${at}?type=delivery`)).data.map((log: { id: number }) => log.id)).toEqual([
        steel.data.id,
      ])
      const changed = await foreman.patch(`${at}/${steel.data.id}`, { type: 'weather', sky: 'rain', pieces: 5 })
      expect(changed.data).toMatchObject({ type: 'delivery', pieces: 5 })
    })

    test('are validated by the rules of their own type, with each error at its field', async () => {
      const { id } = await yard()
      const errors = async (draft: object) => (await foreman.post(`/api/yards/${id}/logs`, draft)).data.errors
      expect(await errors({ type: 'delivery', pieces: 0 })).toEqual({
        supplier: ['Supplier is required'],
        pieces: ['Number of pieces must be 1 or more.'],
      })
      expect(await errors({ type: 'weather', sky: 'green' })).toEqual({ sky: ['Sky must be one of clear, rain.'] })
      expect(await errors({ type: 'visit' })).toEqual({ visitor: ['Visitor is required'] })
      expect(await errors({})).toEqual({ type: ['Type is required'] })
      for (const type of ['party', 'constructor', ['weather'], { toString: 1 }])
        expect(await errors({ type })).toEqual({ type: ['Type must be one of weather, delivery, visit.'] })
    })

    test('cannot use one field name with two meanings', () => {
      const clash = { by: 'type', of: { a: { size: number() }, b: { size: text() } } } as const
      expect(() =>
        defineEntity('clash', { endpoint: 'api/clashes', area: 'yards', sort: 'id', fields: {}, variants: clash }),
      ).toThrow('Entity clash: "size" is a text in "b" and a number in another type.')
    })

    test('are a discriminated union in TypeScript', () => {
      const read = (log: RecordOf<typeof logs>): string => {
        if (log.type === 'delivery') return `${log.supplier}: ${log.pieces}`
        // @ts-expect-error only deliveries have a supplier
        if (log.type === 'weather') return log.supplier
        return log.type === 'visit' ? log.visitor : ''
      }
      const visit = { type: 'visit', visitor: 'Ada', pieces: null, yard_id: 1, notes: null } as const
      const stamps = { id: 1, created_at: '', updated_at: '', deleted_at: null }
      expect(read({ ...visit, ...stamps })).toBe('Ada')
    })
  })

  describe('a warning', () => {
    test('refuses the save with its code and changes nothing, until a save confirms it', async () => {
      const made = await crate((await yard()).id, { name: 'A heavy one' })
      const warned = await act(foreman, made, 'pack')
      const warnings = [{ code: 'heavy', message: 'This crate is heavy.' }]
      expect([warned.status, warned.data]).toEqual([422, { message: 'This crate is heavy.', warnings }])
      expect((await foreman.get(`/api/crates/${made.id}`)).data.packed_at).toBeNull()
      for (const confirmed of [['other'], 'heavy', [['heavy']], [{ toString: 1 }]])
        expect((await act(foreman, made, 'pack', { confirmed })).status).toBe(422)
      expect((await act(foreman, made, 'pack', { confirmed: ['heavy'] })).data.packed_at).toEqual(expect.any(String))
    })
  })

  describe('a subscriber', () => {
    test('receives each committed change with its user, the record after the change and the current record', async () => {
      await world.app.jobs.drain()
      told.length = 0
      const { id } = await yard()
      const made = await crate(id, { name: 'First' })
      await act(foreman, made, 'pack')
      await foreman.patch(`/api/yards/${id}/crates/${made.id}`, { name: 'Later' })
      await act(foreman, made, 'pack')
      await foreman.delete(`/api/yards/${id}/crates/${made.id}`)
      await world.app.jobs.drain()
      expect(told.filter(({ action }) => action === 'deleted')).toEqual([
        { action: 'deleted', left: 'Later', now: null, by: foreman.user.id },
      ])
      expect(told.filter(({ action }) => action === 'pack')).toEqual([
        expect.objectContaining({ action: 'pack', left: 'First', by: foreman.user.id }),
      ])
    })

    test('that throws for one record is retried for that one only, and stays listed if it never succeeds', async () => {
      await world.app.jobs.drain()
      told.length = 0
      fails = 'Cursed'
      const { id } = await yard()
      for (const name of ['Cursed', 'Fine']) await act(foreman, await crate(id, { name }), 'pack')
      await world.app.jobs.drain()
      expect(told.map(({ left }) => left)).toEqual(['Fine'])
      for (let tries = 0; tries < 14; tries++) {
        clock.pass({ minutes: 61 })
        await world.app.jobs.drain()
      }
      expect(await troubledJobs(world.app.services.database.kysely)).toEqual([
        expect.objectContaining({ kind: 'event', error: 'The printer is jammed.', next_at: null }),
      ])
      expect(told.map(({ left }) => left)).toEqual(['Fine'])
      expect(world.errors.splice(0).length).toBe(12)
      fails = null
    })
  })

  describe('the jobs of a module', () => {
    test('have the kinds it declares, and one key exists only once', async () => {
      labels.length = 0
      await world.system(async (ctx) => {
        await ctx.enqueue('label', { crate: 4 }, { key: 'label 4' })
        await ctx.enqueue('label', { crate: 4 }, { key: 'label 4' })
      })
      await expect(world.system((ctx) => ctx.enqueue('lable', {}))).rejects.toThrow(
        'This version of the app knows no job "lable".',
      )
      await world.app.jobs.drain()
      expect(labels).toEqual([expect.stringMatching(/^\{"crate":4\} \d+ yards number$/)])
    })

    test('run daily in each module, even if another module’s fails', async () => {
      days.length = 0
      clock.moveTo(clock.day(1), '08:00')
      await world.app.runDaily()
      await world.app.runDaily()
      await world.app.jobs.drain()
      expect(days).toEqual([clock.day()])
      expect(world.errors.splice(0)).toEqual([new Error('The ladder is gone.')])
    })
  })
})
