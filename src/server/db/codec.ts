import { formatAddress, isAddress } from '../../lib/address.ts'
import type { FieldKind } from '../../core/entity/field.ts'
import type { Dialect } from './database.ts'

/** Lines are stored in their own table and embeds are other records, so neither has a column. */
export const isStored = (kind: FieldKind): boolean => kind !== 'lines' && kind !== 'embed'

/** Kinds with a shadow key column, which is used for sorting, searching and comparing. */
export const hasKey = (kind: FieldKind): boolean => kind === 'text' || kind === 'email'

/** Kinds stored as one JSON value, which lists can neither sort nor filter by. */
export const isWhole = (kind: FieldKind): boolean => kind === 'json' || kind === 'address'

/** The searchable text of a value; empty if it has none. */
export function wordsOf(kind: FieldKind, value: unknown): string {
  if (kind === 'address' && isAddress(value)) return formatAddress(value)
  return typeof value === 'string' ? value : ''
}

type Types = Record<Exclude<FieldKind, 'lines' | 'embed'>, string>
const text = 'text'
const sqlite: Types = {
  text,
  long_text: text,
  signature: text,
  number: 'real',
  flag: 'integer',
  choice: text,
  date: text,
  instant: text,
  color: text,
  email: text,
  phone: text,
  password: text,
  ref: 'integer',
  json: text,
  address: text,
}
const postgres: Types = {
  ...sqlite,
  number: 'double precision',
  flag: 'boolean',
  date: 'date',
  instant: 'timestamp with time zone',
  ref: 'bigint',
}

/** The SQL type of a column of this kind. */
export const typeOf = (dialect: Dialect, kind: FieldKind): string =>
  (dialect === 'sqlite' ? sqlite : postgres)[kind as keyof Types]

/** Converts a field's value to what the engine stores. */
export function encode(dialect: Dialect, kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (isWhole(kind)) return JSON.stringify(value)
  if (kind === 'flag' && dialect === 'sqlite') return value ? 1 : 0
  return value
}

/** As PostgreSQL writes an instant in UTC: `2026-11-22 11:48:24.36+00`, without the zeros at its end. */
const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/
/** Rewriting the text takes a tenth of the time of parsing it, and lists have several instants a row. */
function instantOf(text: string): string {
  const [, day, time, fraction = ''] = inUtc.exec(text) ?? []
  return day === undefined ? new Date(text).toISOString() : `${day}T${time}.${fraction.padEnd(3, '0')}Z`
}

/** Converts the engine's value to what the record holds; PostgreSQL sends everything as text. */
export function decode(kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'number':
    case 'ref':
      return Number(value)
    case 'flag':
      return value === 1 || value === true || value === 't' || value === 'true'
    case 'json':
    case 'address':
      return typeof value === 'string' ? JSON.parse(value) : value
    case 'instant':
      return typeof value === 'string' && value.endsWith('Z') ? value : instantOf(String(value))
    default:
      return value
  }
}
