import { sql } from 'kysely'
import { textKey } from '../../lib/text-key.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { hasKey } from '../db/codec.ts'
import { alive } from '../db/conditions.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { Catalog } from './catalog.ts'
import type { Context } from '../context/context.ts'

/** Errors for unique fields whose value another live record already has. Text is compared by its normalized key. */
export async function checkUnique(
  ctx: Context,
  entity: Entity,
  whole: Record<string, unknown>,
  changed: ReadonlySet<string>,
  self: number | undefined,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const fields: Fields = entity.fields
  const test = (name: string) => {
    const value = whole[name]
    if (value === null || value === undefined) return sql`${sql.ref(`t.${name}`)} is null`
    if (typeof value === 'string' && hasKey(fields[name]?.kind ?? 'json'))
      return sql`${sql.ref(`t.${name}_key`)} = ${textKey(value)}`
    return sql`${sql.ref(`t.${name}`)} = ${value}`
  }
  for (const [name, { facts }] of Object.entries(fields)) {
    if (!facts.unique || whole[name] === null || whole[name] === undefined) continue
    const { message, within } = facts.unique
    if (![name, ...within].some((column) => changed.has(column))) continue
    const tests = sql.join([...within, name].map(test), sql` and `)
    const other = self === undefined ? sql`true` : sql`t.id <> ${self}`
    const { rows } =
      await sql`select 1 from ${sql.table(entity.table)} as t where ${alive()} and ${tests} and ${other} limit 1`.execute(
        ctx.db,
      )
    if (rows.length) errors[name] = [message]
  }
  return errors
}

/**
 * Translates a unique index violation into field errors; it occurs when two writers pass the check at the same moment.
 */
export function uniqueErrors(catalog: Catalog, error: unknown): Error {
  const message =
    error instanceof Error ? `${error.message} ${'constraint' in error ? String(error.constraint) : ''}` : ''
  for (const entity of catalog.entities)
    for (const [name, { facts, kind }] of Object.entries(entity.fields as Fields)) {
      if (!facts.unique) continue
      const column = `${entity.table}.${name}${hasKey(kind) ? '_key' : ''}`
      if (message.trim().endsWith(column) || message.includes(`${entity.table}_${name}_unique_index`))
        return invalid({ [name]: [facts.unique.message] })
    }
  return error instanceof Error ? error : new Refusal(500)
}
