import { sql, type RawBuilder } from 'kysely'
import { parentsOf, type Entity } from '../../core/entity/entity.ts'
import type { Count } from '../../core/entity/patterns.ts'
import type { Field, FieldKind, Fields } from '../../core/entity/field.ts'
import { rememberEach } from '../../lib/remember-each.ts'
import { encode, hasKey, isStored, typeOf } from './codec.ts'
import type { Dialect } from './database.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /** An SQL literal, the value for rows that existed before the column. */
  readonly fallback?: string
}
export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: boolean
  readonly live?: boolean
  /** Columns that are empty in the rows that it holds. */
  readonly empty?: readonly string[]
}
/** A table that a description requires, in the SQL of one engine. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly indexes: readonly Index[]
  /** The names of indexes that others replace, to be removed from a database of an earlier version. */
  readonly replaced: readonly string[]
  /** True when the table has a `search_key` column for substring search. */
  readonly searched: boolean
}

/** Where the lines of one field of an entity are stored. */
export interface LineTable {
  readonly name: string
  readonly table: string
  readonly fields: Fields
  /** The column with the owner's id: `project_id` for the lines of a project. */
  readonly owner: string
  /** The value of `subject_type`, in a table that several entities share. */
  readonly subject: string | null
}

export const lineTables = rememberEach((entity: Entity): readonly LineTable[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]): LineTable[] => {
    if (!facts.lines) return []
    const { lines: fields, shared } = facts
    return shared
      ? [{ name, table: shared, fields, owner: 'subject_id', subject: entity.name }]
      : [{ name, table: name, fields, owner: `${entity.name}_id`, subject: null }]
  }),
)

/** @throws for a field that holds no lines */
export function lineTable(entity: Entity, name: string): LineTable {
  const found = lineTables(entity).find((one) => one.name === name)
  if (!found) throw new Error(`"${name}" of "${entity.name}" holds no lines.`)
  return found
}

/** The condition that a line belongs to a record, each given by its alias. */
export const ownedBy = ({ owner, subject }: LineTable, line: string, record: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${line}.${owner}`)} = ${sql.ref(`${record}.id`)}${subject === null ? sql`` : sql` and ${sql.ref(`${line}.subject_type`)} = ${subject}`}`

/** The fields with a column: neither lines and embeds nor write-only values (a password, an instruction). */
export const storedFields = rememberEach((fields: Fields): readonly [string, Field<unknown>][] =>
  Object.entries(fields).filter(([, { kind, facts }]) => isStored(kind) && !facts.writeOnly),
)

/** The entity's own fields that go into `search_key`. */
export const searchedFields = rememberEach((entity: Entity): readonly string[] =>
  storedFields(entity.fields).flatMap(([name, { facts, kind }]) => (facts.searchable && kind !== 'ref' ? [name] : [])),
)

function literal(dialect: Dialect, kind: FieldKind, value: unknown): string | undefined {
  const encoded = encode(dialect, kind, value)
  if (encoded === null) return undefined
  return typeof encoded === 'string' ? `'${encoded.replaceAll("'", "''")}'` : String(encoded)
}

const keyType = (dialect: Dialect) => (dialect === 'sqlite' ? 'text' : 'text collate "C"')

function columnsOf(dialect: Dialect, fields: Fields): Column[] {
  return storedFields(fields).flatMap(([name, { kind, fallback }]) => {
    const value = literal(dialect, kind, fallback)
    const column = { name, type: typeOf(dialect, kind), ...(value !== undefined && { fallback: value }) }
    return hasKey(kind) ? [column, { name: `${name}_key`, type: keyType(dialect) }] : [column]
  })
}

const refIndexes = (table: string, fields: Fields): Index[] =>
  storedFields(fields).flatMap(([name, { kind }]) =>
    kind === 'ref' ? [{ name: `${table}_${name}`, columns: [name] }] : [],
  )

/** The tables of one entity: its own, and one for each of its lines. */
export function tablesOf(dialect: Dialect, entity: Entity): Table[] {
  const { table, sort } = entity
  const fields: Fields = entity.fields
  const keyed = (name: string) => (hasKey(fields[name]?.kind ?? 'json') ? `${name}_key` : name)
  const searched = searchedFields(entity).length > 0
  const instant = typeOf(dialect, 'instant')
  const sorted = sort in fields && isStored(fields[sort]?.kind ?? 'lines') ? [keyed(sort), 'id'] : null
  const parent = parentsOf(entity.endpoint).at(-1)
  const longer = [
    // The list of one parent, in its order.
    ...(parent !== undefined && fields[parent]?.kind === 'ref' && sorted
      ? [{ name: `${table}_${parent}_order`, columns: [parent, ...sorted] }]
      : []),
    ...entity.indexed.map((names) => ({ name: `${table}_${names.join('_')}`, columns: names.map(keyed) })),
  ]
  // An index that begins with a ref finds the rows of that ref too.
  const isWithin = ({ columns: [ref] }: Index) => longer.some(({ columns: [first] }) => first === ref)
  const refs = refIndexes(table, fields)
  const own: Table = {
    name: table,
    columns: [
      ...columnsOf(dialect, fields),
      ...(searched ? [{ name: 'search_key', type: keyType(dialect) }] : []),
      { name: 'created_at', type: instant },
      { name: 'updated_at', type: instant },
      { name: 'deleted_at', type: instant },
    ],
    indexes: [
      ...refs.filter((index) => !isWithin(index)),
      ...longer,
      ...storedFields(fields).flatMap(([name, { facts }]) =>
        facts.unique
          ? [
              {
                name: `${table}_${name}_unique`,
                columns: [...facts.unique.within, keyed(name)],
                unique: true,
                live: true,
              },
            ]
          : [],
      ),
      // A number that people say is looked for in all jobs (rule find).
      ...storedFields(fields).flatMap(([name, { facts }]) =>
        facts.sequence ? [{ name: `${table}_${name}_sought`, columns: [name], live: true }] : [],
      ),
      ...(sorted ? [{ name: `${table}_${sort}_order`, columns: sorted, live: true }] : []),
      // Holds the rows that are counted, and nothing else; with the empty columns SQLite reads no row for them.
      ...Object.entries<Count>(entity.counts).flatMap(([name, { of, where }]) =>
        Object.values(where).every((value) => value === null)
          ? [
              {
                name: `${table}_${name.replace(/.*\./, '')}_count`,
                columns: [of, 'deleted_at', ...Object.keys(where)],
                live: true,
                empty: Object.keys(where),
              },
            ]
          : [],
      ),
    ],
    replaced: refs.filter(isWithin).map(({ name }) => name),
    searched,
  }
  return [
    own,
    ...lineTables(entity).map(({ table: name, fields: line, owner, subject }): Table => {
      const subjectColumn = subject === null ? [] : [{ name: 'subject_type', type: 'text' }]
      const key = [...subjectColumn.map((column) => column.name), owner]
      return {
        name,
        columns: [
          ...subjectColumn,
          { name: owner, type: typeOf(dialect, 'ref') },
          { name: 'position', type: 'integer' },
          { name: 'key', type: 'text' },
          ...columnsOf(dialect, line),
        ],
        indexes: [{ name: `${name}_${owner}`, columns: [...key, 'position'] }, ...refIndexes(name, line)],
        replaced: [],
        searched: false,
      }
    }),
  ]
}
