import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { fieldsOf } from './variants.ts'

/** The values of a record that nobody has filled in, as far as its description says: its defaults, and nothing else. */
export function blankValues(entity: Entity, type?: unknown): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [name, { kind, fallback }] of Object.entries(fieldsOf(entity, type)))
    record[name] = fallback ?? (kind === 'flag' ? false : kind === 'lines' ? [] : null)
  for (const [name, { kind, fallback }] of Object.entries(entity.computed as Fields))
    record[name] = fallback ?? (kind === 'embed' ? [] : null)
  return record
}
