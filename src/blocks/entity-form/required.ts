import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import type { FieldErrors } from '#core/resource/result.ts'

/** Whether a field must be filled in. Sequence numbers and fields with a default may be empty. */
export const isRequired = ({ facts, fallback }: Field<unknown>): boolean =>
  !facts.optional && !facts.readonly && !facts.sequence && fallback === undefined

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
      if (!field || !isRequired(field)) return []
      return isBlank(values[name]) ? [[name, [`${labelOf(name, field)} is required`]]] : []
    }),
  )
