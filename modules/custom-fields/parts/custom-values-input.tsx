import { css } from '#css/css'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { CustomField, CustomFieldOption, CustomValue } from '../entities.ts'
import { useFields, type Scope } from './use-fields.ts'

const isValues = (value: unknown): value is CustomValue[] => Array.isArray(value)

/** The inputs of a scope's custom fields, in a form over the record that has them. */
export const CustomValuesInput = ({ scope, value, onChange }: InputProps & { scope: Scope }) => {
  const { fields, options } = useFields(scope)
  const values = isValues(value) ? value : []
  const valueOf = ({ id }: CustomField) => values.find((one) => one.custom_field_id === id)?.value ?? null
  const set = ({ id }: CustomField, next: CustomValue['value']) =>
    onChange([
      ...values.filter((one) => one.custom_field_id !== id),
      { ...values.find((one) => one.custom_field_id === id), custom_field_id: id, value: next },
    ])
  // A field out of use stays where it has a value, so that nothing is hidden that is kept.
  const shown = fields.filter((field) => field.active || valueOf(field) !== null)
  if (!shown.length) return <p className={css({ color: 'muted' })}>None yet.</p>
  return (
    <div className={css({ display: 'grid', gap: '4' })}>
      {shown.map((field) => (
        <Field key={field.id} label={field.name} required={field.required}>
          <OneInput field={field} options={options} value={valueOf(field)} onChange={(next) => set(field, next)} />
        </Field>
      ))}
    </div>
  )
}

const OneInput = ({
  field,
  options,
  value,
  onChange,
}: {
  field: CustomField
  options: readonly CustomFieldOption[]
  value: NonNullable<CustomValue['value']> | null
  onChange: (value: CustomValue['value']) => void
}) => {
  const name = `custom_field_${field.id}`
  switch (field.type) {
    case 'number':
      return (
        <NumberInput name={name} value={value === null || value === '' ? null : Number(value)} onChange={onChange} />
      )
    case 'select': {
      const choices = options.filter(
        (option) => option.custom_field_id === field.id && (option.active || option.id === value),
      )
      return (
        <Select
          name={name}
          clearable={!field.required}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          options={choices.map((option) => ({ value: option.id, label: option.name }))}
        />
      )
    }
    case 'checkbox':
      return <Checkbox name={name} value={value === true} onChange={onChange} aria-label={field.name} />
    default:
      return (
        <TextInput
          name={name}
          type={field.type === 'link' ? 'url' : 'text'}
          value={value === null ? '' : String(value)}
          onChange={onChange}
        />
      )
  }
}
