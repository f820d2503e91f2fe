import { Fieldset } from '@ark-ui/react/fieldset'
import { useMemo, useState, type ReactNode } from 'react'
import { css } from '#css/css'
import { isAddress, isAt, noAddress, orNone, type Address, type AddressPart } from '#lib/address.ts'
import { states } from '#lib/address-states.ts'
import { readPlaces } from '#lib/places.ts'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { TextInput, type TextInputProps } from '#ui/text-input/text-input.tsx'
import { useServices } from '../services/services.tsx'
import { createLookup } from './lookup.ts'
import { StreetInput } from './street-input.tsx'

export interface AddressInputProps {
  /** The label of the group. */
  label: string
  name: string
  /** The address. A value that is not an address is shown as empty. */
  value: unknown
  /** Receives null when all parts are empty. */
  onChange: (value: Address | null) => void
  /** Errors by part; an empty path is an error of the whole address. */
  errors?: readonly { path: string; message: string }[]
  help?: ReactNode
  required?: boolean
  disabled?: boolean
}

const parts: readonly { part: AddressPart; label: string; props?: Partial<TextInputProps> }[] = [
  { part: 'line1', label: 'Street' },
  { part: 'line2', label: 'Suite or unit' },
  { part: 'city', label: 'City' },
  { part: 'state', label: 'State' },
  { part: 'postal_code', label: 'ZIP code', props: { inputMode: 'numeric', maxLength: 10 } },
]
const options = states.map(({ letters, name }) => ({ value: letters, label: `${letters} ${name}` }))
/** All states, and one that another program wrote differently. */
const stateOptions = (current: string) =>
  !current || options.some(({ value }) => value === current)
    ? options
    : [{ value: current, label: current }, ...options]
const SILENT = 'Addresses cannot be looked up right now. Please type this one.'

/**
 * The parts of a US address, typed by hand or filled from the company's address lookup. The geotag of a lookup is kept as
 * long as the address still refers to the same place.
 */
export const AddressInput = ({
  label,
  name,
  value,
  onChange,
  errors = [],
  help,
  required = false,
  disabled = false,
}: AddressInputProps) => {
  const { settings } = useServices()
  const { places } = settings.value
  const lookup = useMemo(() => {
    const read = readPlaces(places)
    return read && createLookup(read)
  }, [places])
  const [silent, setSilent] = useState(false)
  const address = isAddress(value) ? value : noAddress
  // The last address with a geotag, which is restored when the user undoes a change.
  const [last, setLast] = useState<Address | null>(null)
  const located = address.geotag ? address : last

  function type(part: AddressPart, text: string) {
    // Emptying a street begins another one, and its place is not that of the former.
    const isNew = part === 'line1' && text.length <= 1 && address.line1.length > text.length + 1
    const typed = { ...address, ...(isNew && { city: '', state: '', postal_code: '' }), [part]: text }
    setLast(located)
    onChange(orNone({ ...typed, geotag: located && isAt(typed, located) ? located.geotag : null }))
  }
  const errorOf = (part: string) => errors.find(({ path }) => path === part)?.message
  const others = errors.filter(({ path }) => !parts.some(({ part }) => part === path))

  return (
    <Fieldset.Root className={group} disabled={disabled} invalid={others.length > 0}>
      <Fieldset.Legend className={legend}>
        {label}
        {required && (
          <span aria-hidden className={star}>
            *
          </span>
        )}
      </Fieldset.Legend>
      {parts.map(({ part, label, props }) => {
        const error = errorOf(part)
        const common = {
          name: `${name}.${part}`,
          value: address[part],
          invalid: error !== undefined,
          disabled,
          onChange: (text: string) => type(part, text),
        }
        return (
          <div key={part} className={room[part]}>
            <Field label={label} {...(error && { error })} {...(part === 'line1' && silent && { help: SILENT })}>
              {part === 'line1' && lookup ? (
                <StreetInput
                  {...common}
                  lookup={lookup}
                  onAnswer={(answered) => setSilent(!answered)}
                  onChoose={(chosen) => onChange({ ...chosen, line2: address.line2 })}
                />
              ) : part === 'state' ? (
                <Combobox
                  {...common}
                  value={address.state || null}
                  placeholder="Choose"
                  options={stateOptions(address.state)}
                  onChange={(two) => type('state', two ?? '')}
                />
              ) : (
                <TextInput autoComplete="off" {...props} {...common} />
              )}
            </Field>
          </div>
        )
      })}
      {help && <Fieldset.HelperText className={below}>{help}</Fieldset.HelperText>}
      {others.map(({ path, message }) => (
        <Fieldset.ErrorText key={path} className={wrong}>
          <Icon name="circle-alert" size="sm" />
          {message}
        </Fieldset.ErrorText>
      ))}
    </Fieldset.Root>
  )
}

const group = css({
  stack: '3',
  // Two beside each other on a phone, unless its letters are large.
  gridTemplateColumns: { base: 'repeat(auto-fit, minmax(min(max(8.5rem, 40%), 100%), 1fr))', sm: '1fr 11rem 7rem' },
  minWidth: '0',
})
const legend = css({ textStyle: 'label', marginBottom: '2' })
const star = css({ color: 'attention', marginInlineStart: '0.5' })
const row = css({ gridColumn: '1 / -1' })
const cell = css({ minWidth: '0' })
const room: Record<AddressPart, string> = {
  line1: row,
  line2: row,
  city: css({ gridColumn: { base: '1 / -1', sm: 'auto' }, minWidth: '0' }),
  state: cell,
  postal_code: cell,
}
const below = css({ gridColumn: '1 / -1', textStyle: 'note' })
const wrong = css({ row: '1' }, { gridColumn: '1 / -1', textStyle: 'small', fontWeight: 'strong', color: 'attention' })
