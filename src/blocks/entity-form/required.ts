import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import type { FieldErrors } from '#core/resource/result.ts'

/**
 * Whether a field must be filled in, given the record's other values. Sequence numbers and fields with a default may be
 * empty.
 */
export const isRequired = ({ facts, fallback }: Field<unknown>, get: (name: string) => unknown): boolean =>
  facts.requiredWhen
    ? facts.requiredWhen(get)
    : !facts.optional && !facts.readonly && !facts.sequence && fallback === undefined

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && !value.trim())

/** Errors for missing required fields, with the server's messages, found without a request. */
export const missingIn = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  shown: readonly string[],
): FieldErrors =>
  Object.fromEntries(
    shown.flatMap((name) => {
      const field = fields[name]
      if (!field || !isRequired(field, (other) => values[other])) return []
      return isBlank(values[name]) ? [[name, [`${labelOf(name, field)} is required`]]] : []
    }),
  )

/**
 * Errors for texts in number inputs that are no numbers (NaN), with the server's message. They are found here, because
 * JSON cannot carry them.
 */
export const unreadableIn = (
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  shown: readonly string[],
): FieldErrors =>
  Object.fromEntries(
    shown.flatMap((name) =>
      pathsOfNaN(values[name], name).map((path) => [path, [`${labelOf(name, fields[name])} must be a number`]]),
    ),
  )

function pathsOfNaN(value: unknown, path: string): string[] {
  if (Number.isNaN(value)) return [path]
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => pathsOfNaN(inner, `${path}.${key}`))
}
