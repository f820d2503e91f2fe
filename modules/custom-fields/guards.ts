import type { FieldErrors } from '#core/entity/parse.ts'
import type { CustomField, CustomFieldOption, CustomValue } from './entities.ts'

const isBlank = (value: CustomValue['value']) => value === null || value === undefined || value === ''
const isLink = (value: unknown) => typeof value === 'string' && /^https?:\/\/\S+$/i.test(value)

/** The error of a value, as a phrase that follows the field's name. */
function problemWith(
  { id, type }: CustomField,
  value: CustomValue['value'],
  options: readonly CustomFieldOption[],
): string | null {
  switch (type) {
    case 'number':
      return typeof value !== 'boolean' && Number.isFinite(Number(value)) ? null : 'must be a number.'
    case 'link':
      return isLink(value) ? null : 'must begin with https:// or http://.'
    case 'select':
      return options.some((option) => option.custom_field_id === id && option.id === Number(value))
        ? null
        : 'is not one of the options.'
    case 'checkbox':
      return typeof value === 'boolean' ? null : 'must be true or false.'
    default:
      return typeof value === 'string' || typeof value === 'number' ? null : 'must be text.'
  }
}

/** The message for a required field without a value. */
export const requiredText = ({ name }: Pick<CustomField, 'name'>): string => `${name} is required`

/**
 * Checks a record's custom values against the fields of its scope, on the server before a save. Values that are unchanged
 * from `before` are accepted, even if their field has changed since.
 */
export function problemsWithValues(
  values: readonly CustomValue[],
  before: readonly CustomValue[],
  fields: readonly CustomField[],
  options: readonly CustomFieldOption[],
): FieldErrors {
  const errors: FieldErrors = {}
  const known = new Map(fields.map((field) => [field.id, field]))
  for (const [at, { custom_field_id, value }] of values.entries()) {
    const field = known.get(custom_field_id ?? 0)
    const old = before.find((one) => one.custom_field_id === custom_field_id)
    const first = values.findIndex((one) => one.custom_field_id === custom_field_id)
    if (first < at)
      errors[`custom_field_values.${at}.value`] = [`${field?.name ?? 'This field'} has more than one value.`]
    if (isBlank(value) || (old && old.value === value)) continue
    const problem = field ? problemWith(field, value, options) : 'does not belong here.'
    if (problem) errors[`custom_field_values.${at}.value`] = [`${field?.name ?? 'This field'} ${problem}`]
  }
  const filled = new Set(values.flatMap(({ custom_field_id, value }) => (isBlank(value) ? [] : [custom_field_id])))
  const missing = fields.filter(({ id, required, active }) => required && active && !filled.has(id))
  if (missing.length) errors.custom_field_values = missing.map(requiredText)
  return errors
}
