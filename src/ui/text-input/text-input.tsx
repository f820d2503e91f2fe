import type { ComponentProps } from 'react'
import { Field } from '@ark-ui/react/field'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'

export interface TextInputProps
  extends
    ControlProps<string>,
    Pick<
      ComponentProps<'input'>,
      | 'type'
      | 'readOnly'
      | 'inputMode'
      | 'autoComplete'
      | 'autoCapitalize'
      | 'maxLength'
      | 'list'
      | 'onBlur'
      | 'onKeyDown'
      | 'ref'
    > {}

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
