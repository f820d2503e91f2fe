import type { DraftOf, Entity, RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'

/**
 * What an update sends: the whole record (section 7), that is what is held with the draft over it, without what only the
 * server sets. `updated_at` tells the server which version was edited, so that it can refuse to overwrite a newer one.
 */
export function bodyOf<E extends Entity>(entity: E, draft: DraftOf<E>, held: RecordOf<E> | undefined) {
  const fields: Fields = entity.fields
  const known: Record<string, unknown> = held ? { ...held } : {}
  const body: Record<string, unknown> = {}
  for (const [name, { facts }] of Object.entries(fields))
    if (!facts.readonly && known[name] !== undefined) body[name] = known[name]
  return { ...body, ...(known.updated_at !== undefined && { updated_at: known.updated_at }), ...draft }
}
