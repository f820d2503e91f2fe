import type { ComponentProps } from 'react'
import { Field } from '@ark-ui/react/field'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'

type Native = ComponentProps<'input'>

/** The props of inputs for one line of text, most of them the browser’s own. */
export interface LineProps extends ControlProps<string> {
  /** Shows the value to be read and copied. */
  readOnly?: Native['readOnly']
  /** The keyboard that phones show. */
  inputMode?: Native['inputMode']
  /** What browsers fill in. */
  autoComplete?: Native['autoComplete']
  /** Whether phones begin words or sentences with a capital. */
  autoCapitalize?: Native['autoCapitalize']
  /** How many characters can be typed. */
  maxLength?: Native['maxLength']
  /** The id of a `datalist` with suggestions. */
  list?: Native['list']
  /** Called when the focus leaves it. */
  onBlur?: Native['onBlur']
  /** Handles keys before the text does. */
  onKeyDown?: Native['onKeyDown']
}

export interface TextInputProps extends LineProps {
  /** What kind of text it is: phones show the matching keyboard, and browsers know what to fill in. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'time'
  /** The element, to move the focus to or to place the caret in. */
  ref?: Native['ref']
}

/** A single-line text input; `type="email"` and the like select the matching keyboard. */
export const TextInput = ({ value, onChange, invalid, ...props }: TextInputProps) => (
  <Field.Input
    aria-describedby={useDescribedBy()}
    {...props}
    {...(invalid && { 'aria-invalid': true })}
    className={control()}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
