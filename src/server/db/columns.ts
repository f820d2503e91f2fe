import { sql, type RawBuilder } from 'kysely'
import type { Fields } from '../../core/entity/field.ts'
import { encode } from './codec.ts'
import type { Dialect } from './database.ts'

/** Encodes values for the engine according to the kinds of their fields. */
export const encoded = (dialect: Dialect, fields: Fields, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encode(dialect, fields[name]?.kind ?? 'text', value)]),
  )

/** `a = 1, b = 2`, for an update. */
export const assignments = (values: Record<string, unknown>): RawBuilder<unknown> =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
