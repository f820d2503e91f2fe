import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { instant } from '../../core/entity/fields.ts'
import { hasKey, typeOf } from './codec.ts'
import { encoded } from './columns.ts'
import { forUpdate, type Executor } from './database.ts'
import type { Known } from './plan.ts'
import { keysOf } from './rows.ts'

/** How many rows one statement changes. */
const AT_ONCE = 500

/** What no description declares of a record, and may be set with what is derived. */
const times: Fields = { updated_at: instant() }

/** Sets the same columns of many rows; their search texts stay as they are. */
export async function setColumns(
  db: Executor,
  { dialect }: Known,
  entity: Entity,
  rows: readonly (Record<string, unknown> & { id: number })[],
): Promise<void> {
  const fields: Fields = { ...times, ...entity.fields }
  const [first] = rows
  const names = Object.keys(first ?? {}).filter((name) => name !== 'id')
  if (!names.length) return
  const columns = names.flatMap((name) => {
    const { kind, facts } = fields[name] ?? {}
    if (!kind || facts?.searchable) throw new Error(`"${name}" of "${entity.name}" cannot be derived.`)
    const type = sql.raw(typeOf(dialect, kind))
    return [{ name, type }, ...(hasKey(kind) ? [{ name: `${name}_key`, type: sql`text` }] : [])]
  })
  const set = sql.join(columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`))
  const listed = sql.join(columns.map(({ name }) => sql.ref(name)))
  const id = sql.raw(typeOf(dialect, 'ref'))
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const values = rows.slice(from, from + AT_ONCE).map((row) => {
      const own: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, row[name]]))
      const stored = { ...encoded(dialect, fields, own), ...keysOf(entity, own, own) }
      return sql`(cast(${row.id} as ${id}), ${sql.join(columns.map(({ name, type }) => sql`cast(${stored[name]} as ${type})`))})`
    })
    await sql`with v (id, ${listed}) as (values ${sql.join(values)}) update ${sql.table(entity.table)} set ${set} from v where v.id = ${sql.ref(`${entity.table}.id`)}`.execute(
      db,
    )
  }
}

export async function deleteRows(db: Executor, { table }: Entity, where: RawBuilder<unknown>): Promise<void> {
  await sql`delete from ${sql.table(table)} as t where ${where}`.execute(db)
}

/** SQLite needs no lock, since it has a single writer. */
export async function lockRows(db: Executor, { dialect }: Known, { table }: Entity, where: RawBuilder<unknown>) {
  if (dialect === 'postgres')
    await sql`select t.id from ${sql.table(table)} as t where ${where} order by t.id${forUpdate(dialect)}`.execute(db)
}
