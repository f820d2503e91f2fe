import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parentsOf, type Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import type { Database } from '#server/db/database.ts'
import { isStored } from '#server/db/codec.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { loadModules } from '#server/modules.ts'
import { orderSql, readSort } from '#server/resource/sort.ts'
import { engines } from '../engines.ts'
import { samplePostgres } from '../sample.ts'
import { isBrief } from '../tier.ts'

let database: Database
let entities: readonly Entity[]
const catalogOf = async () => createCatalog('postgres', await loadModules())

beforeAll(async () => {
  database = await samplePostgres()
  entities = (await catalogOf()).entities
})
afterAll(() => database.close())

/** The steps in which PostgreSQL finds the first rows in a list's order, when there are too many to sort them. */
async function stepsOf(entity: Entity, direction: string, parent?: string): Promise<string> {
  const admin = { id: 1, role: 'admin' } as never
  const ctx = { catalog: await catalogOf(), user: admin }
  const order = orderSql(readSort(ctx, entity, { column: entity.sort, direction }, {}))
  const below = parent === undefined ? sql`t.deleted_at is null` : sql`t.${sql.ref(parent)} = 1`
  const list = sql`select t.id from ${sql.table(entity.table)} as t where ${below}${order} limit 20`
  return database.kysely.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    await sql`set local enable_bitmapscan = off`.execute(db)
    await sql`set local enable_sort = off`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${list}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const isSorted = ({ sort, fields }: Entity) => sort === 'id' || isStored((fields as Fields)[sort]?.kind ?? 'lines')

test.runIf(!isBrief)('PostgreSQL reads every list in the order of an index, in both directions', async () => {
  const sorted = entities.filter(isSorted)
  expect(sorted.length).toBeGreaterThan(30)
  for (const entity of sorted)
    for (const direction of ['asc', 'desc']) {
      const steps = await stepsOf(entity, direction)
      expect(steps, `${entity.name} ${direction}`).not.toMatch(/Sort/)
      expect(steps, `${entity.name} ${direction}`).toMatch(/Index.* Scan/)
    }
})

test('and the list of one parent, too', async () => {
  const nested = entities.filter((entity) => {
    const parent = parentsOf(entity.endpoint).at(-1)
    return (
      parent !== undefined &&
      entity.sort in entity.fields &&
      isSorted(entity) &&
      (entity.fields as Fields)[parent]?.kind === 'ref'
    )
  })
  expect(nested.map(({ name }) => name)).toEqual(expect.arrayContaining(['rfi', 'document', 'punch_item', 'task']))
  for (const entity of nested) {
    const steps = await stepsOf(entity, 'asc', parentsOf(entity.endpoint).at(-1))
    expect(steps, entity.name).not.toMatch(/Sort/)
    expect(steps, entity.name).toMatch(/Index.* Scan using \w+_order_index/)
  }
})

test('an index that a longer one replaces leaves a database of an earlier version', async () => {
  for (const { open, engine } of engines) {
    const old = await open()
    const [rfis] = entities.filter(({ name }) => name === 'rfi')
    if (!rfis) throw new Error('There is no entity "rfi".')
    const { syncSchema } = await import('#server/db/schema.ts')
    await syncSchema(old, [rfis], () => {})
    await sql`create index rfis_project_id_index on rfis (project_id)`.execute(old.kysely)
    await syncSchema(old, [rfis], () => {})
    const names =
      engine === 'SQLite' ? sql`select name from sqlite_master` : sql`select indexname as name from pg_indexes`
    const { rows } = await sql<{ name: string }>`${names}`.execute(old.kysely)
    const left = rows.map(({ name }) => name)
    expect(left, engine).toContain('rfis_project_id_order_index')
    expect(left, engine).not.toContain('rfis_project_id_index')
    await old.close()
  }
})

test('a connection keeps no more prepared statements than it may', async () => {
  await database.kysely.connection().execute(async (db) => {
    for (let n = 0; n < 520; n++) await sql`select ${sql.lit(n)} + ${1}::int as n`.execute(db)
    const { rows } = await sql<{ n: string }>`select count(*) as n from pg_prepared_statements`.execute(db)
    expect(Number(rows[0]?.n)).toBeLessThanOrEqual(501)
    expect(Number(rows[0]?.n)).toBeGreaterThan(400)
    const again = await sql<{ n: string }>`select ${sql.lit(519)} + ${1}::int as n`.execute(db)
    expect(Number(again.rows[0]?.n)).toBe(520)
  })
})
