import { sql } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Id } from '../../core/access/access.ts'
import type { Fields } from '../../core/entity/field.ts'
import { decode, hasKey } from './codec.ts'
import { assignments, encoded } from './columns.ts'
import { inList, quoted, type Dialect, type Executor } from './database.ts'
import { storedFields, type LineTable } from './tables.ts'

/** A sub-record as the server holds it, with the key that the device gave which added it. */
export type LineRow = { id: Id; key?: string } & Record<string, unknown>

/**
 * Selects a record's lines as one JSON column, so that one query reads the whole record. Each line is an array of its
 * id, its key and its fields, in the order of the description.
 */
export function linesColumn(dialect: Dialect, { table, owner, subject, fields, name }: LineTable): string {
  const columns = ['id', 'key', ...storedFields(fields).map(([field]) => field)]
    .map((field) => `l.${quoted(field)}`)
    .join(', ')
  const all =
    dialect === 'sqlite'
      ? `json_group_array(json_array(${columns}) order by l.position, l.id)`
      : `coalesce(json_agg(json_build_array(${columns}) order by l.position, l.id), '[]')`
  const kind = subject === null ? '' : ` and l.subject_type = '${subject}'`
  return `(select ${all} from ${quoted(table)} as l where l.${quoted(owner)} = t.id${kind}) as ${quoted(name)}`
}

/** Decodes such a column into the lines of the record with this id. */
export function linesIn({ fields, owner, subject }: LineTable, column: unknown, ownerId: Id): LineRow[] {
  // Most records have none.
  if (column === '[]') return []
  const stored = storedFields(fields)
  return (JSON.parse(String(column)) as unknown[][]).map(([id, key, ...values]) => {
    const line: LineRow = {
      id: Number(id),
      ...(typeof key === 'string' && { key }),
      ...(subject === null && { [owner]: ownerId }),
    }
    for (const [at, [field, { kind }]] of stored.entries()) line[field] = decode(kind, values[at])
    return line
  })
}

/**
 * Replaces a record's lines with the given ones. Existing lines keep their ids; lines that are not given are deleted.
 */
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
  for (const [position, { id, key, ...line }] of sent.entries()) {
    const values = Object.fromEntries(Object.entries(line).filter(([key]) => key in fields))
    const columns = { ...encoded(dialect, fields, values), ...keysIn(fields, values), position }
    if (id !== undefined && held.has(id) && !kept.has(id)) {
      kept.add(id)
      await sql`update ${sql.table(table)} set ${assignments(columns)} where id = ${id}`.execute(db)
      continue
    }
    const shared = subject === null ? {} : { subject_type: subject }
    const row = { ...shared, [owner]: ownerId, ...(key !== undefined && { key }), ...columns }
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
