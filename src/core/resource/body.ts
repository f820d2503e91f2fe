import { baseColumns, type DraftOf, type Entity, type RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'

/**
 * The body of an update: the whole record, which is the stored one with the draft applied, without fields that only the
 * server sets. `updated_at` is the version that was edited, so that the server can refuse to overwrite a newer one.
 */
export function bodyOf<E extends Entity>(entity: E, draft: DraftOf<E>, held: RecordOf<E> | undefined) {
  const fields: Fields = entity.fields
  const known: Record<string, unknown> = held ? { ...held } : {}
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(known)) {
    const { facts } = fields[name] ?? {}
    // What no description knows is kept for servers that have it.
    const isKept = facts ? !facts.readonly : !(name in entity.computed) && !baseColumns.includes(name)
    if (isKept && value !== undefined) body[name] = value
  }
  return { ...body, ...(known.updated_at !== undefined && { updated_at: known.updated_at }), ...draft }
}
