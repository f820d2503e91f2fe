import { sql, type RawBuilder } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Id } from '../../core/access/access.ts'
import type { Base, Entity } from '../../core/entity/entity.ts'
import type { Field, FieldKind, Fields } from '../../core/entity/field.ts'
import { decode, hasKey, wordsOf } from './codec.ts'
import { columnOf, type Dialect, type Executor } from './database.ts'
import { assignments, encoded } from './columns.ts'
import { attachLines, writeLines, type LineRow } from './lines.ts'
import { lineTable, lineTables, searchedFields, storedFields } from './tables.ts'

/** A record as the server holds it: every stored field, lines included, computed ones as far as they were filled. */
export type Row = Base & Record<string, unknown>
export type { LineRow }

/** What the data layer needs to know of the entities around one: whose fields a `related` field reads. */
export interface Known {
  readonly dialect: Dialect
  entity(name: string): Entity
}

/** The shadow columns to write along with `changed`; `whole` is the record as it will be. */
export function keysOf(entity: Entity, changed: Record<string, unknown>, whole: Record<string, unknown>) {
  const keys: Record<string, string | null> = {}
  const keyOf = (value: unknown) => (typeof value === 'string' ? textKey(value) : null)
  for (const [name, { kind }] of storedFields(entity.fields))
    if (hasKey(kind) && name in changed) keys[`${name}_key`] = keyOf(changed[name])
  const searched = searchedFields(entity)
  if (searched.some((name) => name in changed))
    keys.search_key = searched
      .map((name) => textKey(wordsOf((entity.fields as Fields)[name]?.kind ?? 'text', whole[name])))
      .join('\n')
  return keys
}

interface RelatedField {
  name: string
  ref: string
  alias: string
  table: string
  field: string
  kind: FieldKind
}

/** The computed fields that are joined: each ref's record under one alias, whichever of its fields are asked for. */
export function relatedFields(known: Known, entity: Entity): RelatedField[] {
  return Object.entries(entity.computed as Fields).flatMap(([name, { facts }]) => {
    if (!facts.related) return []
    const { ref, field } = facts.related
    const target = known.entity((entity.fields as Fields)[ref]?.facts.ref?.entity ?? '')
    const kind = (target.fields as Fields)[field]?.kind ?? 'text'
    return [{ name, ref, alias: `r_${ref}`, table: target.table, field, kind }]
  })
}

const plans = new WeakMap<
  Entity,
  { columns: RawBuilder<unknown>; joins: RawBuilder<unknown>; related: RelatedField[] }
>()
function planOf(known: Known, entity: Entity) {
  let plan = plans.get(entity)
  if (!plan) {
    const related = relatedFields(known, entity)
    const own = ['id', ...storedFields(entity.fields).map(([name]) => name), 'created_at', 'updated_at', 'deleted_at']
    const columns = sql.join([
      ...own.map((name) => columnOf('t', name)),
      ...related.map(({ alias, field, name }) => sql`${columnOf(alias, field)} as ${sql.ref(name)}`),
    ])
    const aliases = new Map(related.map((join) => [join.alias, join]))
    const joins = sql.join(
      [...aliases.values()].map(
        ({ alias, table, ref }) =>
          sql` left join ${sql.table(table)} as ${sql.table(alias)} on ${columnOf(alias, 'id')} = ${columnOf('t', ref)}`,
      ),
      sql``,
    )
    plans.set(entity, (plan = { columns, joins, related }))
  }
  return plan
}

function decodeRow(fields: [string, Field<unknown>][], related: RelatedField[], row: Record<string, unknown>): Row {
  const record: Record<string, unknown> = { id: Number(row.id) }
  for (const [name, { kind }] of fields) record[name] = decode(kind, row[name])
  for (const { name, kind } of related) record[name] = decode(kind, row[name])
  for (const stamp of ['created_at', 'updated_at', 'deleted_at']) record[stamp] = decode('instant', row[stamp])
  return record as Row
}

export interface Select {
  where?: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  limit?: RawBuilder<unknown>
  lock?: RawBuilder<unknown>
}

/** Reads records whole: one query for the rows with what is joined to them, and one for each kind of lines. */
export async function selectRows(db: Executor, known: Known, entity: Entity, select: Select = {}): Promise<Row[]> {
  const { columns, joins, related } = planOf(known, entity)
  const { where = sql`true`, order = sql``, limit, lock = sql`` } = select
  const from = sql`from ${sql.table(entity.table)} as t${joins}`
  // A page is found by its ids first, so that what is sorted and thrown away is narrow.
  const page = limit ? sql`t.id in (select t.id ${from} where ${where}${order}${limit})` : where
  const { rows } = await sql<Record<string, unknown>>`select ${columns} ${from} where ${page}${order}${lock}`.execute(
    db,
  )
  const fields = storedFields(entity.fields)
  const records = rows.map((row) => decodeRow(fields, related, row))
  if (records.length) for (const lines of lineTables(entity)) await attachLines(db, known.dialect, lines, records)
  return records
}

/** How many rows a condition holds for. */
export async function countRows(db: Executor, entity: Entity, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    n: unknown
  }>`select count(*) as n from ${sql.table(entity.table)} as t where ${where}`.execute(db)
  return Number(rows[0]?.n)
}

/** Adds a row and its lines; `values` hold stored fields only. */
export async function insertRow(
  db: Executor,
  known: Known,
  entity: Entity,
  values: Record<string, unknown>,
  now: string,
): Promise<Id> {
  const { own, lines } = split(entity, values)
  const columns = {
    ...encoded(known.dialect, entity.fields, own),
    ...keysOf(entity, own, own),
    created_at: now,
    updated_at: now,
  }
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  const { rows } = await sql<{
    id: unknown
  }>`insert into ${sql.table(entity.table)} (${names}) values (${sql.join(Object.values(columns))}) returning id`.execute(
    db,
  )
  const id = Number(rows[0]?.id)
  for (const [name, sent] of Object.entries(lines))
    await writeLines(db, known.dialect, lineTable(entity, name), id, sent, [])
  return id
}

/** Changes a row and its lines to hold `changed`; `before` is the record as it stands. */
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

/** Marks a row deleted; it stays for history and for the names of records that refer to it. */
export async function markDeleted(db: Executor, entity: Entity, id: Id, now: string) {
  await sql`update ${sql.table(entity.table)} set deleted_at = ${now}, updated_at = ${now} where id = ${id}`.execute(db)
}

function split(entity: Entity, values: Record<string, unknown>) {
  const names = new Set(lineTables(entity).map(({ name }) => name))
  const entries = Object.entries(values)
  return {
    own: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    lines: Object.fromEntries(entries.filter(([name]) => names.has(name))) as Record<string, Partial<LineRow>[]>,
  }
}
