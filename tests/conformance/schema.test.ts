import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity, type Entity } from '#core/entity/entity.ts'
import { flag, number, text } from '#core/entity/fields.ts'
import { loadModules } from '#server/modules.ts'
import type { Database } from '#server/db/database.ts'
import { defineServer } from '#server/define-server.ts'
import type { ServerModule } from '#server/resource/catalog.ts'
import { engines } from '../engines.ts'
import { createTestWorld } from '../harness.ts'
import { isBrief } from '../tier.ts'

const tools = area('tools', {})
const before = defineEntity('tool', { endpoint: 'api/tools', area: tools, sort: 'id', fields: { name: text() } })
const after = defineEntity('tool', {
  endpoint: 'api/tools',
  area: tools,
  sort: 'maker',
  fields: {
    name: text().searchable(),
    maker: text().default("O'Neil").searchable().unique('That maker is taken.', ['name']),
    price: number().default(9.5),
    lent: flag().default(false),
    shelf: number().optional(),
  },
})
const otherType = defineEntity('tool', { endpoint: 'api/tools', area: tools, sort: 'id', fields: { name: number() } })

describe.each(engines)('tables follow descriptions on $engine', ({ engine, openSample }) => {
  async function start(database: Database, entity: Entity, more: Partial<ServerModule> = {}) {
    const said: string[] = []
    const module: ServerModule = { id: 'tools', exports: { entity }, ...more }
    const world = await createTestWorld({
      // The database outlives the server, as between two versions of it.
      database: { ...database, close: async () => {} },
      modules: [...(await loadModules()), module],
      sample: false,
      log: { info: (line) => said.push(line), error: (error) => said.push(String(error)) },
    })
    return { world, said }
  }
  const adminOf = ({ world }: Awaited<ReturnType<typeof start>>) => world.signIn('admin@plumbline.test')

  test('tables are compared where what they are made for was described otherwise, or is not noted', async () => {
    const database = await openSample()
    const { kysely, dialect } = database
    const hasIndex = async () => {
      const known =
        dialect === 'sqlite' ? sql`select name from sqlite_master` : sql`select indexname as name from pg_indexes`
      const { rows } = await sql<{ name: string }>`${known}`.execute(kysely)
      return rows.some(({ name }) => name === 'rfis_user_id_index')
    }
    const restart = async (entity: Entity) => (await start(database, entity)).world.close()
    await restart(before)
    await sql`drop index rfis_user_id_index`.execute(kysely)
    await restart(before)
    expect(await hasIndex()).toBe(false)
    await restart(after)
    expect(await hasIndex()).toBe(true)
    // Versions before this one noted nothing.
    await sql`drop index rfis_user_id_index`.execute(kysely)
    await sql`delete from app_settings where name = 'tables'`.execute(kysely)
    await restart(after)
    expect(await hasIndex()).toBe(true)
    await database.close()
  })

  test.runIf(!isBrief)('an index for search that could not be made is tried again at each start', async () => {
    const database = await openSample()
    const refusing: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('create extension'))
          throw new Error('permission denied to create extension')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const first = await start({ ...database, kysely: database.kysely.withPlugin(refusing) }, after)
    await first.world.close()
    // SQLite needs no extension.
    const refused = first.said.some((line) => line.startsWith('search in tools works without an index'))
    expect(refused).toBe(engine === 'PostgreSQL')
    await (await start(database, after)).world.close()
    const index =
      engine === 'PostgreSQL'
        ? sql`select 1 from pg_indexes where indexname = 'tools_search_index'`
        : sql`select 1 from sqlite_master where name = 'tools_search'`
    expect((await index.execute(database.kysely)).rows).toHaveLength(1)
    await database.close()
  })

  test('an old table gets new columns with defaults, keys, search and order, and loses no data', async () => {
    const database = await openSample()
    const first = await start(database, before)
    const admin = await adminOf(first)
    await admin.post('/api/tools', { name: 'Élan Drill' })
    await admin.post('/api/tools', { name: 'zebra Saw' })
    await first.world.close()

    const second = await start(database, after)
    const again = await second.world.signIn('admin@plumbline.test')
    expect(second.said.filter((line) => line.includes('tools.'))).toEqual(
      expect.arrayContaining([
        'added column tools.maker',
        'added column tools.maker_key',
        'added column tools.price',
        'added column tools.lent',
        'added column tools.shelf',
      ]),
    )
    const { data } = await again.get('/api/tools')
    expect(data).toMatchObject([
      { name: 'Élan Drill', maker: "O'Neil", price: 9.5, lent: false, shelf: null },
      { name: 'zebra Saw', maker: "O'Neil", price: 9.5, lent: false, shelf: null },
    ])
    const names = async (search: string) =>
      (await again.get(`/api/tools?search=${encodeURIComponent(search)}`)).data.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('elan')).toEqual(['Élan Drill'])
    expect(await names("o'neil")).toHaveLength(2)
    await again.post('/api/tools', { name: 'Level', maker: 'Acme' })
    expect((await again.get('/api/tools')).data.map(({ name }: { name: string }) => name)).toEqual([
      'Level',
      'Élan Drill',
      'zebra Saw',
    ])
    const twice = await again.post('/api/tools', { name: 'LEVEL', maker: 'acme' })
    expect(twice.data.errors).toEqual({ maker: ['That maker is taken.'] })
    await second.world.close()

    const third = await start(database, after)
    expect(third.said).toEqual([])
    await third.world.close()
    await database.close()
  })

  test.runIf(!isBrief)('a column of another type prevents the start with a message that names it', async () => {
    const database = await openSample()
    await (await start(database, before)).world.close()
    await expect(start(database, otherType)).rejects.toThrow(
      /^Column tools\.name is text and its description asks for .*: write a migration step for it\.$/,
    )
    await database.close()
  })

  test.runIf(!isBrief)('columns that are no longer described stay in the table', async () => {
    const database = await openSample()
    const first = await start(database, after)
    await (await adminOf(first)).post('/api/tools', { name: 'Kept', price: 3 })
    await first.world.close()
    const second = await start(database, before)
    const client = await second.world.signIn('admin@plumbline.test')
    expect((await client.get('/api/tools')).data[0]).not.toHaveProperty('price')
    await second.world.close()
    const third = await start(database, after)
    const back = await third.world.signIn('admin@plumbline.test')
    expect((await back.get('/api/tools')).data[0]).toMatchObject({ name: 'Kept', price: 3 })
    await third.world.close()
    await database.close()
  })

  test('a migration step runs once, before the tables are updated, and its failure prevents the start', async () => {
    const database = await openSample()
    const first = await start(database, before)
    await (await adminOf(first)).post('/api/tools', { name: '12' })
    await first.world.close()
    let runs = 0
    const server = defineServer({
      migrations: {
        '2026-12-01-tool-names-are-numbers': {
          async up(db) {
            runs++
            await sql`alter table tools rename column name to old_name`.execute(db)
            const type = database.dialect === 'sqlite' ? sql`real` : sql`double precision`
            await sql`alter table tools add column name ${type}`.execute(db)
            await sql`update tools set name = cast(old_name as ${type})`.execute(db)
          },
        },
      },
    })
    for (let time = 0; time < 2; time++) {
      const { world } = await start(database, otherType, { server })
      const client = await world.signIn('admin@plumbline.test')
      expect((await client.get('/api/tools')).data).toMatchObject([{ name: 12 }])
      await world.close()
    }
    expect(runs).toBe(1)
    const broken = defineServer({
      migrations: {
        ...server.migrations,
        '2026-12-02-broken': { up: () => Promise.reject(new Error('The step broke.')) },
      },
    })
    await expect(start(database, otherType, { server: broken })).rejects.toThrow('The step broke.')
    await database.close()
  })
})

describe('inconsistent descriptions prevent the start, with a message that names both', () => {
  const boot = async (...modules: ServerModule[]) =>
    createTestWorld({ modules: [...(await loadModules()), ...modules], sample: false })
  const tool = (more: object = {}) =>
    defineEntity('tool', { endpoint: 'api/tools', area: tools, sort: 'id', fields: { name: text() }, ...more })

  test.each<[string, () => ServerModule[], RegExp]>([
    [
      'two entities of one name',
      () => [
        { id: 'a', exports: { x: tool() } },
        { id: 'b', exports: { x: tool({ endpoint: 'api/b' }) } },
      ],
      /Entity "tool" is registered by a and again by b/,
    ],
    [
      'an area nobody declares',
      () => [{ id: 'a', exports: { x: tool({ area: 'nowhere' }) } }],
      /"tool" of a names the area "nowhere"/,
    ],
    [
      'an action nobody serves',
      () => [{ id: 'a', exports: { x: tool({ actions: ['lend'] }) } }],
      /"tool" declares the action "lend"/,
    ],
    [
      'a query nobody serves',
      () => [{ id: 'a', exports: { x: tool({ queries: ['next'] }) } }],
      /"tool" declares the query "next"/,
    ],
    [
      'a computed field nobody fills',
      () => [{ id: 'a', exports: { x: tool({ computed: { lent: number() } }) } }],
      /"tool" has the computed field "lent"/,
    ],
  ])('%s', async (_, modules, sentence) => {
    await expect(boot(...modules())).rejects.toThrow(sentence)
  })
})
