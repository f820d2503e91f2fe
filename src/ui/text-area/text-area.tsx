import type { KeyboardEvent } from 'react'
import { Field } from '@ark-ui/react/field'
import { css } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'

const area = css(control.raw(), {
  display: 'block',
  paddingBlock: '2',
  resize: 'vertical',
  fieldSizing: 'content',
  maxHeight: '60vh',
})

export interface TextAreaProps extends ControlProps<string> {
  /** How many lines are there before anything is typed. */
  rows?: number
  /** How many characters can be typed. */
  maxLength?: number
  /** Handles keys before the text does. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

/** A multi-line text input that grows with its content. */
export const TextArea = ({ value, onChange, invalid, rows = 3, ...props }: TextAreaProps) => (
  <Field.Textarea
    aria-describedby={useDescribedBy()}
    {...props}
    {...(invalid && { 'aria-invalid': true })}
    rows={rows}
    className={area}
    style={{ minHeight: `${rows * 1.45 + 1.2}em` }}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
