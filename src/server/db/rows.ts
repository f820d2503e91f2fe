import { sql, type RawBuilder } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Id } from '../../core/access/access.ts'
import type { Base, Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { decode, hasKey, wordsOf } from './codec.ts'
import { inList, type Executor } from './database.ts'
import { assignments, encoded } from './columns.ts'
import { linesIn, writeLines, type LineRow } from './lines.ts'
import { pageOf, planOf, type Known, type Page, type Plan } from './plan.ts'
import { lineTable, lineTables, searchedFields, storedFields } from './tables.ts'

/** A record as the server holds it: all stored fields, including lines, and the computed fields filled so far. */
export type Row = Base & Record<string, unknown>
export type { LineRow }

/** The shadow columns to write along with `changed`; `whole` is the record after the change. */
export function keysOf(entity: Entity, changed: Record<string, unknown>, whole: Record<string, unknown>) {
  const keys: Record<string, string | null> = {}
  const keyOf = (value: unknown) => (typeof value === 'string' ? textKey(value) : null)
  for (const [name, { kind }] of storedFields(entity.fields))
    if (hasKey(kind) && name in changed) keys[`${name}_key`] = keyOf(changed[name])
  const searched = searchedFields(entity)
  if (searched.some((name) => name in changed))
    // A space before each word lets the index find words by their first two letters.
    keys.search_key = ` ${searched
      .map((name) => textKey(wordsOf((entity.fields as Fields)[name]?.kind ?? 'text', whole[name])))
      .join(' ')
      .replace(/\s+/g, ' ')}`
  return keys
}

function decodeRow({ fields, related, lines }: Plan, row: Record<string, unknown>): Row {
  const record: Record<string, unknown> = { id: Number(row.id) }
  for (const [name, { kind }] of fields) record[name] = decode(kind, row[name])
  for (const { name, kind } of related) record[name] = decode(kind, row[name])
  for (const table of lines) record[table.name] = linesIn(table, row[table.name], Number(row.id))
  for (const stamp of ['created_at', 'updated_at', 'deleted_at']) record[stamp] = decode('instant', row[stamp])
  return record as Row
}

export interface Select {
  where?: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  /** A page of them, whose condition names no joined record. */
  page?: Page
  lock?: RawBuilder<unknown>
}

/** Reads whole records in one query, including joined fields and lines. */
export async function selectRows(db: Executor, known: Known, entity: Entity, select: Select = {}): Promise<Row[]> {
  const plan = planOf(known, entity)
  const { where = sql`true`, order = sql``, page, lock = sql`` } = select
  const selected = page ? sql`t.id in (${pageOf(plan, entity, where, order, page)})` : where
  const text = sql<Record<string, unknown>>`${plan.select}${plan.from} where ${selected}${order}${lock}`
  const { rows } = await text.execute(db)
  return rows.map((row) => decodeRow(plan, row))
}

/** The ids of matching records, in order. */
export async function selectIds(
  db: Executor,
  known: Known,
  entity: Entity,
  { where = sql`true`, order = sql`` }: Pick<Select, 'where' | 'order'>,
): Promise<Id[]> {
  const { from } = planOf(known, entity)
  const { rows } = await sql<{ id: unknown }>`select t.id ${from} where ${where}${order}`.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** One column's value of the row, deleted or not, that a condition names; undefined when there is no such row. */
export async function valueOf(
  db: Executor,
  known: Known,
  entity: Entity,
  column: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<{ value: unknown } | undefined> {
  const { from } = planOf(known, entity)
  const { rows } = await sql<{ value: unknown }>`select ${column} as value ${from} where ${where}`.execute(db)
  return rows[0]
}

/** The number of rows that match a condition. */
export async function countRows(db: Executor, entity: Entity, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    n: unknown
  }>`select count(*) as n from ${sql.table(entity.table)} as t where ${where}`.execute(db)
  return Number(rows[0]?.n)
}

/** How many rows match a condition, by a value that they have in common. */
export async function countedBy(
  db: Executor,
  entity: Entity,
  value: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<{ value: unknown; count: number }[]> {
  const { rows } = await sql<{ value: unknown; n: unknown }>`
    select ${value} as value, count(*) as n from ${sql.table(entity.table)} as t where ${where} group by 1`.execute(db)
  return rows.map(({ value: found, n }) => ({ value: found, count: Number(n) }))
}

/** Parameters per statement; PostgreSQL allows 65,535. */
const MOST_PARAMETERS = 30_000

/**
 * Inserts rows and their lines and returns the resulting records, in the same order; `values` hold stored fields only.
 */
export async function insertRows(
  db: Executor,
  known: Known,
  entity: Entity,
  values: readonly Record<string, unknown>[],
  now: string,
): Promise<Row[]> {
  const rows: Row[] = []
  const parts = values.map((one) => split(entity, one))
  for (const alike of chunksOf(parts.map(({ own }) => columnsOf(own)))) rows.push(...(await insertAlike(alike)))
  const filled = new Set<Id>()
  for (const [at, { id }] of rows.entries())
    for (const [name, sent] of Object.entries(parts[at]?.lines ?? {}))
      if (sent.length) {
        filled.add(id)
        await writeLines(db, known.dialect, lineTable(entity, name), id, sent, [])
      }
  if (!filled.size) return rows
  const read = new Map((await readAll([...filled])).map((row) => [row.id, row]))
  return rows.map((row) => read.get(row.id) ?? row)

  function columnsOf(own: Record<string, unknown>): Record<string, unknown> {
    return {
      ...encoded(known.dialect, entity.fields, own),
      ...keysOf(entity, own, own),
      created_at: now,
      updated_at: now,
    }
  }
  async function readAll(ids: readonly Id[]): Promise<Row[]> {
    const found = await selectRows(db, known, entity, {
      where: inList(known.dialect, sql.ref('t.id'), ids),
      order: sql` order by t.id`,
    })
    if (found.length < ids.length) throw new Error(`A ${entity.name} just saved is gone.`)
    return found
  }
  /** Inserts rows with the same columns; both engines assign ids in their order. */
  async function insertAlike(alike: readonly Record<string, unknown>[]): Promise<Row[]> {
    const names = sql.join(Object.keys(alike[0] ?? {}).map((name) => sql.ref(name)))
    const tuples = sql.join(alike.map((columns) => sql`(${sql.join(Object.values(columns))})`))
    const insert = sql`insert into ${sql.table(entity.table)} (${names}) values ${tuples}`
    if (known.dialect === 'postgres') {
      // Inserts and reads in one round trip.
      const plan = planOf(known, entity)
      const { rows: found } = await sql<
        Record<string, unknown>
      >`with t as (${insert} returning *) ${plan.select}${plan.fromInserted}`.execute(db)
      return found.map((row) => decodeRow(plan, row)).sort((a, b) => a.id - b.id)
    }
    // SQLite has no insert inside a query, but a second query costs it almost nothing.
    const { rows: ids } = await sql<{ id: unknown }>`${insert} returning id`.execute(db)
    return readAll(ids.map(({ id }) => Number(id)))
  }
}

/** Splits rows into runs with the same columns, each small enough for one statement. */
function chunksOf(rows: readonly Record<string, unknown>[]): Record<string, unknown>[][] {
  const chunks: Record<string, unknown>[][] = []
  let last = ''
  for (const row of rows) {
    const names = Object.keys(row)
    const chunk = chunks.at(-1)
    if (chunk && names.join() === last && (chunk.length + 1) * names.length <= MOST_PARAMETERS) chunk.push(row)
    else chunks.push([row])
    last = names.join()
  }
  return chunks
}

/** Updates a row and its lines with `changed`; `before` is the stored record. */
export async function updateRow(
  db: Executor,
  known: Known,
  entity: Entity,
  before: Row,
  changed: Record<string, unknown>,
  now: string,
) {
  const { own, lines } = split(entity, changed)
  const columns = {
    ...encoded(known.dialect, entity.fields, own),
    ...keysOf(entity, own, { ...before, ...own }),
    updated_at: now,
  }
  await sql`update ${sql.table(entity.table)} set ${assignments(columns)} where id = ${before.id}`.execute(db)
  for (const [name, sent] of Object.entries(lines))
    await writeLines(
      db,
      known.dialect,
      lineTable(entity, name),
      before.id,
      sent,
      (before[name] as LineRow[] | undefined) ?? [],
    )
}

/** Soft-deletes a row, which is kept for history and for the display names in records that refer to it. */
export async function markDeleted(db: Executor, entity: Entity, id: Id, now: string) {
  await sql`update ${sql.table(entity.table)} set deleted_at = ${now}, updated_at = ${now} where id = ${id}`.execute(db)
}

/** Takes back that a row was deleted. */
export async function bringBack(db: Executor, entity: Entity, id: Id, now: string) {
  await sql`update ${sql.table(entity.table)} set deleted_at = null, updated_at = ${now} where id = ${id}`.execute(db)
}

function split(entity: Entity, values: Record<string, unknown>) {
  const names = new Set(lineTables(entity).map(({ name }) => name))
  const entries = Object.entries(values)
  return {
    own: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    lines: Object.fromEntries(entries.filter(([name]) => names.has(name))) as Record<string, Partial<LineRow>[]>,
  }
}
