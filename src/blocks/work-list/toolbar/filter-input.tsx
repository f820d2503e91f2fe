import { choiceOptions } from '#lib/choice-label.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Field } from '#core/entity/field.ts'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { RecordPicker } from '../../record-picker/record-picker.tsx'
import type { FieldFilter, FilterInputProps } from '../spec.ts'

const yesOrNo = [
  { value: '1', label: 'Yes' },
  { value: '0', label: 'No' },
]

/** The input that filters a list by a field, according to the field's kind. It can be cleared, unless it is at its default. */
export const FilterInput = ({
  name,
  field: { kind, facts, fallback },
  options: given,
  find,
  value,
  onChange,
  ...props
}: FilterInputProps & {
  name: string
  field: Field<unknown>
  options?: FieldFilter['options'] | undefined
  find: (name: string) => Entity | undefined
}) => {
  switch (kind) {
    case 'date':
      return <DatePicker {...props} value={value || null} onChange={(day) => onChange(day ?? '')} />
    case 'ref': {
      const entity = find(facts.ref?.entity ?? '')
      if (!entity) throw new Error(`The filter "${name}" refers to no registered entity.`)
      return (
        <RecordPicker
          {...props}
          entity={entity}
          value={value ? Number(value) : null}
          onChange={(id) => onChange(id === null ? '' : String(id))}
          placeholder="Any"
        />
      )
    }
    case 'choice':
    case 'flag': {
      const options = given ?? (kind === 'flag' ? yesOrNo : choiceOptions(facts.choices ?? []))
      return (
        <Select
          {...props}
          options={options}
          value={options.find((option) => option.value === value)?.value ?? null}
          onChange={(chosen) => onChange(chosen ?? '')}
          clearable={value !== fallback}
          placeholder="Any"
        />
      )
    }
    default:
      return <TextInput {...props} value={value} onChange={onChange} />
  }
}
