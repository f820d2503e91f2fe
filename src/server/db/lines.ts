import { sql } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Id } from '../../core/access/access.ts'
import type { Fields } from '../../core/entity/field.ts'
import { decode, hasKey } from './codec.ts'
import { assignments, encoded } from './columns.ts'
import { inList, type Dialect, type Executor } from './database.ts'
import { storedFields, type LineTable } from './tables.ts'

/** A sub-record as the server holds it. */
export type LineRow = { id: Id } & Record<string, unknown>

const ofSubject = ({ subject }: LineTable) => (subject === null ? sql`` : sql` and subject_type = ${subject}`)

/** Reads the lines of these records, in one query, into the field that holds them. */
export async function attachLines(
  db: Executor,
  dialect: Dialect,
  lines: LineTable,
  records: readonly ({ id: Id } & Record<string, unknown>)[],
): Promise<void> {
  const { table, owner, subject } = lines
  const ids = records.map(({ id }) => id)
  const owned = inList(dialect, sql.ref(owner), ids)
  const query = sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where ${owned}${ofSubject(lines)} order by ${sql.ref(owner)}, position, id`
  const byOwner = new Map<number, LineRow[]>(ids.map((id) => [id, []]))
  const fields = storedFields(lines.fields)
  for (const row of (await query.execute(db)).rows) {
    const line: LineRow = { id: Number(row.id), ...(subject === null && { [owner]: Number(row[owner]) }) }
    for (const [field, { kind }] of fields) line[field] = decode(kind, row[field])
    byOwner.get(Number(row[owner]))?.push(line)
  }
  for (const record of records) record[lines.name] = byOwner.get(record.id)
}

/** Makes a record's lines what was sent. A line keeps its id while it stays; one that is no longer sent is gone. */
export async function writeLines(
  db: Executor,
  dialect: Dialect,
  { table, fields, owner, subject }: LineTable,
  ownerId: Id,
  sent: readonly Partial<LineRow>[],
  before: readonly LineRow[],
): Promise<void> {
  const held = new Set(before.map(({ id }) => id))
  const kept = new Set<Id>()
  for (const [position, { id, ...line }] of sent.entries()) {
    const values = Object.fromEntries(Object.entries(line).filter(([key]) => key in fields))
    const columns = { ...encoded(dialect, fields, values), ...keysIn(fields, values), position }
    if (id !== undefined && held.has(id) && !kept.has(id)) {
      kept.add(id)
      await sql`update ${sql.table(table)} set ${assignments(columns)} where id = ${id}`.execute(db)
      continue
    }
    const row = { ...(subject !== null && { subject_type: subject }), [owner]: ownerId, ...columns }
    const names = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(Object.values(row))})`.execute(db)
  }
  const gone = [...held].filter((id) => !kept.has(id))
  if (gone.length) await sql`delete from ${sql.table(table)} where ${inList(dialect, sql.ref('id'), gone)}`.execute(db)
}

const keysIn = (fields: Fields, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      hasKey(fields[name]?.kind ?? 'json') ? [[`${name}_key`, typeof value === 'string' ? textKey(value) : null]] : [],
    ),
  )
