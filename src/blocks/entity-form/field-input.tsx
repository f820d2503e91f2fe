import { choiceOptions } from '#lib/choice-label.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Field, FieldKind, Fields } from '#core/entity/field.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { ColorPicker } from '#ui/color-picker/color-picker.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { PasswordInput } from '#ui/password-input/password-input.tsx'
import { PhoneInput } from '#ui/phone-input/phone-input.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { SignaturePad } from '#ui/signature/signature-pad.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { AddressInput, type AddressInputProps } from '../address-input/address-input.tsx'
import { KnownPicker, LinesPicker } from '../record-picker/known-records.tsx'
import { RecordPicker } from '../record-picker/record-picker.tsx'
import { useServices } from '../services/services.tsx'

/** The props of every input in a form. */
export interface InputProps {
  name: string
  value: unknown
  onChange: (value: unknown) => void
  invalid: boolean
  disabled: boolean
}

/** Field kinds whose input is a group with its own labels and errors. */
export const groupInputs: Partial<Record<FieldKind, ComponentType<AddressInputProps>>> = { address: AddressInput }

/** Whether a field's kind has a generic input. */
export const hasInput = ({ kind, facts }: Field<unknown>): boolean =>
  !['json', 'lines', 'embed', 'instant'].includes(kind) && (kind !== 'ref' || facts.ref !== undefined)

const FEW = 3
const asText = (value: unknown) => (typeof value === 'string' ? value : '')
const asNumber = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * The input for a field's kind.
 * @throws for kinds without a generic input: json, embeds, and lines of more than a reference to what is loaded at the start.
 */
export const FieldInput = ({
  field,
  label,
  ...props
}: InputProps & { field: Field<unknown>; label: string }): ReactNode => {
  const { facts, kind } = field
  const { value, onChange } = props
  switch (kind) {
    case 'text':
    case 'email':
      return (
        <TextInput {...props} type={kind === 'email' ? 'email' : 'text'} value={asText(value)} onChange={onChange} />
      )
    case 'long_text':
      return <TextArea {...props} value={asText(value)} onChange={onChange} />
    case 'signature':
      return <SignaturePad value={asText(value) || null} onChange={onChange} />
    case 'phone':
      return <PhoneInput {...props} value={asText(value)} onChange={onChange} />
    case 'password':
      return <PasswordInput {...props} autoComplete="new-password" value={asText(value)} onChange={onChange} />
    case 'number':
      return <NumberInput {...props} hours={facts.hours === true} value={asNumber(value)} onChange={onChange} />
    case 'flag':
      return <Checkbox {...props} value={value === true} onChange={onChange} aria-label={label} />
    case 'date':
      return <DatePicker {...props} value={asText(value) || null} onChange={onChange} />
    case 'color':
      return <ColorPicker {...props} value={asText(value)} onChange={onChange} />
    case 'choice': {
      const options = choiceOptions(facts.choices ?? [])
      if (options.length <= FEW && !facts.optional)
        return (
          <Segmented {...props} aria-label={label} value={asText(value)} onChange={onChange} options={options} full />
        )
      return (
        <Select
          {...props}
          value={asText(value) || null}
          onChange={onChange}
          options={options}
          clearable={!!facts.optional}
        />
      )
    }
    case 'ref':
      return <RefInput {...props} field={field} />
    case 'lines':
      return <LinesInput {...props} lines={facts.lines ?? {}} />
    default:
      throw withoutInput(props.name, kind)
  }
}

const withoutInput = (name: string, kind: FieldKind) =>
  new Error(`A form needs an input of its own for "${name}" (${kind}): pass it in \`inputs\`.`)

const RefInput = ({ field: { facts }, value, ...props }: InputProps & { field: Field<unknown> }) => {
  const { registry } = useServices()
  const entity = registry.entity(facts.ref?.entity ?? '')
  if (!entity) throw new Error(`No module registers the entity that "${props.name}" refers to.`)
  const Picker = registry.preload.includes(entity) ? KnownPicker : RecordPicker
  const isPerson = facts.optional && entity === registry.people
  return <Picker {...props} {...(isPerson && { placeholder: 'Nobody yet' })} entity={entity} value={asNumber(value)} />
}

const LinesInput = ({ lines, ...props }: InputProps & { lines: Fields }) => {
  const { registry } = useServices()
  const [[column, field] = [], ...others] = Object.entries(lines)
  const entity = registry.entity(field?.facts.ref?.entity ?? '')
  if (column === undefined || others.length || !entity || !registry.preload.includes(entity))
    throw withoutInput(props.name, 'lines')
  return <LinesPicker {...props} entity={entity} column={column} />
}
