import type { ReactNode } from 'react'
import { Field as Ark, fieldAnatomy } from '@ark-ui/react/field'
import { css, sva } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'field',
  slots: fieldAnatomy.keys(),
  base: {
    root: { display: 'grid', gap: '1', minWidth: '0', alignContent: 'start' },
    label: { textStyle: 'label', color: 'ink' },
    requiredIndicator: { color: 'attention', marginInlineStart: '0.5' },
    helperText: { textStyle: 'small', color: 'muted' },
    errorText: {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      textStyle: 'small',
      fontWeight: 'strong',
      color: 'attention',
    },
  },
})

export interface FieldProps {
  /** What the input is for. A press on it moves the focus there. */
  label: ReactNode
  /** For an input whose place says what it is, such as a cell: the label is for screen readers alone. */
  hideLabel?: boolean
  /** What people need to know to fill it in; it is read with the input. */
  help?: ReactNode
  /** The error message, which also marks the input as invalid. */
  error?: string
  /** Marks the label, and tells screen readers. */
  required?: boolean
  /** Disables the input. */
  disabled?: boolean
  /** One input of the kit. */
  children: ReactNode
}

/** Label, help and error for an input, which gets its ids and state by context. */
export const Field = ({ label, hideLabel = false, help, error, required, disabled, children }: FieldProps) => {
  const styles = recipe()
  return (
    <Ark.Root className={styles.root} invalid={!!error} required={!!required} disabled={!!disabled}>
      <Ark.Label className={hideLabel ? css({ srOnly: true }) : styles.label}>
        {label}
        <Ark.RequiredIndicator className={styles.requiredIndicator} />
      </Ark.Label>
      {children}
      {help && <Ark.HelperText className={styles.helperText}>{help}</Ark.HelperText>}
      <Ark.ErrorText className={styles.errorText}>
        <Icon name="circle-alert" size="sm" />
        {error}
      </Ark.ErrorText>
    </Ark.Root>
  )
}
