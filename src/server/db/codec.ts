import { formatAddress, isAddress } from '../../lib/address.ts'
import type { FieldKind } from '../../core/entity/field.ts'
import type { Dialect } from './database.ts'

/** Kinds without a column of their own: lines have a table, embeds are other records. */
export const isStored = (kind: FieldKind): boolean => kind !== 'lines' && kind !== 'embed'

/** Kinds that have a shadow key column, by which they are sorted, searched and compared. */
export const hasKey = (kind: FieldKind): boolean => kind === 'text' || kind === 'email'

/** Kinds whose value is kept whole, as JSON: lists can be neither sorted nor filtered by it. */
export const isWhole = (kind: FieldKind): boolean => kind === 'json' || kind === 'address'

/** What a value is searched by; nothing where there are no words in it. */
export function wordsOf(kind: FieldKind, value: unknown): string {
  if (kind === 'address' && isAddress(value)) return formatAddress(value)
  return typeof value === 'string' ? value : ''
}

type Types = Record<Exclude<FieldKind, 'lines' | 'embed'>, string>
const text = 'text'
const sqlite: Types = {
  text,
  long_text: text,
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

/** A field's value as the engine takes it. */
export function encode(dialect: Dialect, kind: FieldKind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (isWhole(kind)) return JSON.stringify(value)
  if (kind === 'flag' && dialect === 'sqlite') return value ? 1 : 0
  return value
}

/** The engine's value as the record holds it; PostgreSQL sends everything as text. */
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
      return typeof value === 'string' && value.endsWith('Z') ? value : new Date(String(value)).toISOString()
    default:
      return value
  }
}
