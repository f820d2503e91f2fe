import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { area, only, can } from '#core/access/access.ts'
import { checkEntities } from '#core/entity/check-entities.ts'
import { defineEntity, type Entity, type RecordOf } from '#core/entity/entity.ts'
import { choice, number, ref, text } from '#core/entity/fields.ts'
import { Refusal } from '#server/http/errors.ts'
import { recount } from '#server/resource/recount.ts'
import { engines } from '../engines.ts'
import { createSmallWorld, type SmallWorld } from '../security/small-world.ts'
import { isThorough } from '../tier.ts'

declare module '#core/entity/totals.ts' {
  interface Summed {
    'pit.dug': number
    'pit.sold': number
  }
}

const bosses = can('edit', 'pits')
const pits = defineEntity('pit', {
  endpoint: 'api/pits',
  area: area('pits', { foreman: ['view', 'create', 'edit', 'delete'], employee: ['view', 'create'] }),
  sort: 'id',
  fields: { name: text() },
})
const loads = defineEntity('load', {
  endpoint: 'api/loads',
  area: 'pits',
  access: { ...only(can('view', 'pits')) },
  sort: 'id',
  fields: {
    pit_id: ref('pit', { onDelete: 'cascade' }).optional(),
    tons: number().optional(),
    kind: choice('sand', 'gravel').default('sand'),
  },
  totals: {
    'pit.dug': { of: 'pit_id', field: 'tons', label: 'Dug', readableBy: bosses },
    'pit.sold': {
      of: 'pit_id',
      field: 'tons',
      where: { kind: 'gravel' },
      label: 'Sold',
      readableBy: can('view', 'pits'),
    },
  },
})
type Load = RecordOf<typeof loads>
const quarry = { id: 'quarry', exports: { pits, loads } }

const pit = fc.nat({ max: 3 })
const tons = fc.constantFrom(0, 0.1, 0.25, 3, 7.77, 1000.01, null)
const kind = fc.constantFrom('sand' as const, 'gravel' as const)
const load = fc.record({ pit, tons, kind })
const step = fc.oneof(
  fc.record({ does: fc.constant('make' as const), load }),
  fc.record({ does: fc.constant('make many' as const), loads: fc.array(load, { minLength: 1, maxLength: 5 }) }),
  fc.record({ does: fc.constant('edit' as const), at: fc.nat(), tons }),
  fc.record({ does: fc.constant('move' as const), at: fc.nat(), pit, kind }),
  fc.record({ does: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ does: fc.constant('undo' as const), at: fc.nat() }),
  fc.record({ does: fc.constant('empty a pit' as const), at: fc.nat() }),
  fc.record({ does: fc.constant('by the server' as const), loads: fc.array(load, { maxLength: 3 }), at: fc.nat() }),
  fc.record({ does: fc.constant('fail' as const), load, at: fc.nat() }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe.each(engines)('Sums on $engine', ({ engine, open }) => {
  let world: SmallWorld
  let boss: Awaited<ReturnType<SmallWorld['person']>>
  let digger: typeof boss
  beforeAll(async () => {
    world = await createSmallWorld(await open(), [quarry])
    boss = await world.person('foreman')
    digger = await world.person('employee')
  })
  afterAll(() => world.close())

  const makePits = async (names: readonly string[]): Promise<number[]> => {
    const ids: number[] = []
    for (const name of names) ids.push((await boss.post('/api/pits', { name })).data.id)
    return ids
  }
  /** What is told of each pit, and what its loads add up to. */
  async function compared(ids: readonly number[]) {
    const told = await Promise.all(ids.map(async (id) => (await boss.get(`/api/pits/${id}`)).data))
    const all = await world.system((ctx) => ctx.all(loads, { pit_id: ids }))
    const total = (id: number, only: (one: Load) => boolean) =>
      Math.round(all.reduce((sum, one) => sum + (one.pit_id === id && only(one) ? (one.tons ?? 0) : 0), 0) * 100) / 100
    const worked = ids.map((id) => [total(id, () => true), total(id, (one) => one.kind === 'gravel')])
    return { kept: told.map(({ dug, sold }) => [dug, sold]), worked }
  }

  test('are those of the records, whatever is done to these, by whomever', async () => {
    let at = '/api/loads'
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const ids = await makePits(['a', 'b', 'c'])
        const draft = ({ pit: of, ...rest }: { pit: number; tons: number | null; kind: 'sand' | 'gravel' }) => ({
          ...rest,
          pit_id: ids[of] ?? null,
        })
        const made: number[] = []
        const changes: string[] = []
        const note = ({ headers }: { headers: Headers }) => {
          const change = headers.get('X-Change-Id')
          if (change !== null) changes.push(change)
        }
        const some = (of: readonly number[], nth: number) => of[nth % Math.max(1, of.length)] ?? 0
        const run = async (one: Step): Promise<void> => {
          if (one.does === 'make') {
            const answer = await boss.post(at, draft(one.load))
            // Refused where the pit is gone.
            if (answer.status === 201) made.push(answer.data.id)
            return note(answer)
          }
          if (one.does === 'make many') {
            const answer = await boss.post(`${at}/store_many`, { data: one.loads.map(draft) })
            if (answer.status === 200) made.push(...answer.data.map(({ id }: Load) => id))
            return note(answer)
          }
          if (one.does === 'undo') {
            const change = changes[one.at % Math.max(1, changes.length)]
            if (change !== undefined) note(await boss.post('/api/undo', { change }))
          } else if (one.does === 'by the server')
            await world.system(async (ctx) => {
              made.push(...(await ctx.save(loads, one.loads.map(draft))).map(({ id }) => id))
              const id = some(made, one.at)
              if (await ctx.find(loads, id)) await ctx.save(loads, { id, tons: 2.5 })
              await ctx.remove(loads, some(made, one.at + 1))
            })
          else if (one.does === 'fail')
            await world.system(async (ctx) => {
              await ctx.attempt(async () => {
                await ctx.save(loads, draft(one.load))
                await ctx.remove(loads, some(made, one.at))
                throw new Error('on purpose')
              })
            })
          else if (one.does === 'empty a pit') note(await boss.delete(`/api/pits/${some(ids, one.at)}`))
          else {
            const place = `${at}/${some(made, one.at)}`
            if (one.does === 'delete') note(await boss.delete(place))
            else if (one.does === 'edit') note(await boss.patch(place, { tons: one.tons }))
            else note(await boss.patch(place, { pit_id: ids[one.pit] ?? null, kind: one.kind }))
          }
        }
        for (const one of steps)
          await run(one).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
        const live = (await world.system((ctx) => ctx.all(pits, { id: ids }))).map(({ id }) => id)
        const { kept, worked } = await compared(live)
        expect(kept).toEqual(worked)
      }),
      { numRuns: isThorough ? 150 : engine === 'SQLite' ? 30 : 12 },
    )
  })

  test('hold for many who change them at the same time', async () => {
    const ids = await makePits(['a', 'b', 'c'])
    const made: number[] = []
    for (let nth = 0; nth < 6; nth++)
      made.push((await boss.post('/api/loads', { pit_id: ids[nth % 3], tons: 1 })).data.id)
    await Promise.all(
      Array.from({ length: 24 }, (_, nth) => {
        const place = `/api/loads/${made[nth % 6]}`
        if (nth % 3 === 0) return boss.post('/api/loads', { pit_id: ids[nth % 2], tons: 0.1 })
        return boss.patch(place, nth % 3 === 1 ? { pit_id: ids[(nth * 7) % 3] } : { tons: nth / 4, kind: 'gravel' })
      }),
    )
    const { kept, worked } = await compared(ids)
    expect(kept).toEqual(worked)
  })

  test('are known to those alone who may know the company’s, in answers, lists and history', async () => {
    const [id] = await makePits(['secret'])
    const { data: made } = await digger.post('/api/loads', { pit_id: id, tons: 4, kind: 'gravel' })
    expect(made.tons).toBe(4)
    expect((await boss.get(`/api/pits/${id}`)).data).toMatchObject({ dug: 4, sold: 4 })
    const { data: seen } = await digger.get(`/api/pits/${id}`)
    expect([seen.sold, 'dug' in seen]).toEqual([4, false])
    const { data: list } = await digger.get('/api/pits')
    expect(list.every((one: object) => 'sold' in one && !('dug' in one))).toBe(true)
    expect((await boss.get('/api/pits')).data.at(-1)).toMatchObject({ id, dug: 4 })
    // Neither is sent back nor sorted by.
    expect((await boss.patch(`/api/pits/${id}`, { dug: 9 })).data.dug).toBe(4)
    const { data: history } = await boss.get(`/api/pits/${id}/history`)
    expect(JSON.stringify(history)).not.toMatch(/dug|sold/)
  })

  test('are told live when they change, to each reader what they may know', async () => {
    const [id] = await makePits(['live'])
    const listeners = await Promise.all([boss, digger].map((who) => listen(who)))
    const hears = async () => {
      await world.app.settled()
      return listeners.map((heard) => heard().map(({ dug, sold }) => [dug, sold]))
    }
    const { data: one } = await boss.post('/api/loads', { pit_id: id, tons: 2, kind: 'gravel' })
    expect(await hears()).toEqual([[[2, 2]], [[undefined, 2]]])
    await boss.patch(`/api/loads/${one.id}`, { kind: 'sand' })
    expect(await hears()).toEqual([[[2, 0]], [[undefined, 0]]])
    await boss.delete(`/api/loads/${one.id}`)
    expect((await hears())[0]).toEqual([[0, 0]])
    await boss.post('/api/loads', { pit_id: id, tons: 0 })
    expect(await hears()).toEqual([[], []])
    // What they may not know, they are not told to have changed.
    await boss.post('/api/loads', { pit_id: id, tons: 1, kind: 'sand' })
    expect(await hears()).toEqual([[[1, 0]], []])
    await boss.patch(`/api/pits/${id}`, { name: 'Live' })
    expect(await hears()).toEqual([[[1, 0]], [[undefined, 0]]])
  })

  async function listen({ user, post }: typeof boss): Promise<() => { dug?: number; sold?: number }[]> {
    const frames: { event: string; data: string }[] = []
    const connection = world.app.hub.connect(
      { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
      { key: 'plumbline', protocol: '7' },
    )
    if (!connection) throw new Error('The hub refused the socket.')
    const channel = `private-pits.${user.id}`
    const { data } = await post('/broadcasting/auth', { socket_id: connection.id, channel_name: channel })
    await connection.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
    return () =>
      frames.splice(0).flatMap(({ event, data: text }) => (event === 'saved' ? [JSON.parse(text).model] : []))
  }

  test('are worked out again by the command, and at the start where they are missing or mean something else', async () => {
    const [id = 0] = await makePits(['recounted'])
    await boss.post('/api/loads', { pit_id: id, tons: 5.5 })
    const { catalog, database } = world.app.services
    const told = async () => (await boss.get(`/api/pits/${id}`)).data.dug
    await sql`update sums set total = 1`.execute(database.kysely)
    expect(await told()).toBe(0.0001)
    await database.kysely.transaction().execute((db) => recount(db, catalog))
    expect(await told()).toBe(5.5)
    await sql`delete from sums`.execute(database.kysely)
    await sql`update app_settings set value = 'of an earlier version' where name = 'sum pit.dug'`.execute(
      database.kysely,
    )
    const next = await createSmallWorld({ ...database, close: async () => {} }, [quarry])
    expect(await told()).toBe(5.5)
    await next.close()
  })

  test('are of records that are saved: what is derived in bulk would miss them', async () => {
    await expect(world.system((ctx) => ctx.setDerived(loads, [{ id: 1, tons: 1 }]))).rejects.toThrow('must be saved')
    await expect(world.system((ctx) => ctx.setDerived(loads, [], {}))).rejects.toThrow('must be saved')
  })
})

test.each([
  ['nowhere.dug', 'pit_id', 'tons', 'which cannot be'],
  ['pit.name', 'pit_id', 'tons', 'which "pit" has already'],
  ['pit.dug', 'pit_id', 'kind', 'which cannot be'],
  ['pit.dug', 'tons', 'tons', undefined],
])('a sum %s of %s is checked at the start', (name, of, field, problem) => {
  const other = defineEntity('other', {
    endpoint: 'api/others',
    area: 'pits',
    sort: 'id',
    fields: { pit_id: ref('pit'), tons: number(), kind: text() },
    totals: { [name]: { of, field, label: 'Other', readableBy: bosses } },
  })
  const alone: Entity = defineEntity('pit', {
    endpoint: 'api/pits',
    area: area('pits', {}),
    sort: 'id',
    fields: { name: text() },
  })
  const check = () => checkEntities([alone, other].map((item) => ({ owner: 'a test', item })))
  if (problem) expect(check).toThrow(problem)
  else {
    check()
    expect(check).not.toThrow()
    expect(Object.keys(alone.computed)).toEqual(['dug'])
  }
})
