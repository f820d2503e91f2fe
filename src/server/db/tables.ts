import type { Entity } from '../../core/entity/entity.ts'
import type { Field, FieldKind, Fields } from '../../core/entity/field.ts'
import { encode, hasKey, isStored, typeOf } from './codec.ts'
import type { Dialect } from './database.ts'

export interface Column {
  readonly name: string
  readonly type: string
  /** A literal, for rows that were there before the column. */
  readonly fallback?: string
}
export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: boolean
  readonly live?: boolean
}
/** A table as a description asks for it, in one engine's words. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly indexes: readonly Index[]
  /** True when the table has a `search_key` that substrings are looked up in. */
  readonly searched: boolean
}

/** The column that names a line's owner: `project_id` for the lines of a project. */
export const ownerColumn = (entity: Pick<Entity, 'name'>): string => `${entity.name}_id`

export const linesOf = (entity: Entity): [string, Fields][] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) => (facts.lines ? [[name, facts.lines]] : []))

/** What has a column: not lines and embeds, and not what is only taken (a password, an instruction). */
export const storedFields = (fields: Fields): [string, Field<unknown>][] =>
  Object.entries(fields).filter(([, { kind, facts }]) => isStored(kind) && !facts.writeOnly)

/** The own fields whose keys make up a row's `search_key`. */
export const searchedFields = (entity: Entity): string[] =>
  storedFields(entity.fields).flatMap(([name, { facts }]) => (facts.searchable ? [name] : []))

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
      ...refIndexes(table, fields),
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
      ...(sort in fields && isStored(fields[sort]?.kind ?? 'lines')
        ? [{ name: `${table}_${sort}_order`, columns: [keyed(sort), 'id'], live: true }]
        : []),
    ],
    searched,
  }
  return [
    own,
    ...linesOf(entity).map(([name, line]): Table => {
      const owner = ownerColumn(entity)
      return {
        name,
        columns: [
          { name: owner, type: typeOf(dialect, 'ref') },
          { name: 'position', type: 'integer' },
          ...columnsOf(dialect, line),
        ],
        indexes: [{ name: `${name}_${owner}`, columns: [owner, 'position'] }, ...refIndexes(name, line)],
        searched: false,
      }
    }),
  ]
}
