import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { CustomField, CustomFieldOption, CustomValue } from '../entities.ts'
import { requiredText } from '../guards.ts'
import { useFields, type Scope } from './use-fields.ts'

const isValues = (value: unknown): value is CustomValue[] => Array.isArray(value)

/** The inputs of all custom fields of a scope, for the form of a record. */
export const CustomValuesInput = ({ scope, value, onChange, errors }: GroupProps & { scope: Scope }) => {
  const { fields, options } = useFields(scope)
  const values = isValues(value) ? value : []
  const valueOf = ({ id }: CustomField) => values.find((one) => one.custom_field_id === id)?.value ?? null
  // Keeps the order of the values, because the server's errors refer to them by index.
  const set = ({ id }: CustomField, next: CustomValue['value']) => {
    const exists = values.some((one) => one.custom_field_id === id)
    const all = exists ? values : [...values, { custom_field_id: id }]
    onChange(all.map((one) => (one.custom_field_id === id ? { ...one, value: next } : one)))
  }
  const errorOf = (field: CustomField) => {
    const at = values.findIndex((one) => one.custom_field_id === field.id)
    const text = requiredText(field)
    return errors.find(({ path, message }) => (path ? path === `${at}.value` : message === text))?.message
  }
  // An inactive field is still shown if it has a value, since the value is kept.
  const shown = fields.filter((field) => field.active || valueOf(field) !== null)
  return shown.map((field) => {
    const error = errorOf(field)
    return (
      <Field key={field.id} label={field.name} required={field.required} {...(error && { error })}>
        <OneInput
          field={field}
          options={options}
          value={valueOf(field)}
          invalid={error !== undefined}
          onChange={(next) => set(field, next)}
        />
      </Field>
    )
  })
}

const OneInput = ({
  field,
  options,
  value,
  onChange,
  invalid,
}: {
  field: CustomField
  options: readonly CustomFieldOption[]
  value: NonNullable<CustomValue['value']> | null
  onChange: (value: CustomValue['value']) => void
  invalid: boolean
}) => {
  const props = { name: `custom_field_${field.id}`, invalid }
  switch (field.type) {
    case 'number':
      return (
        <NumberInput {...props} value={value === null || value === '' ? null : Number(value)} onChange={onChange} />
      )
    case 'select': {
      const choices = options.filter(
        (option) => option.custom_field_id === field.id && (option.active || option.id === value),
      )
      return (
        <Select
          {...props}
          clearable={!field.required}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          options={choices.map((option) => ({ value: option.id, label: option.name }))}
        />
      )
    }
    case 'checkbox':
      return <Checkbox {...props} value={value === true} onChange={onChange} aria-label={field.name} />
    default:
      return (
        <TextInput
          {...props}
          type={field.type === 'link' ? 'url' : 'text'}
          value={value === null ? '' : String(value)}
          onChange={onChange}
        />
      )
  }
}
