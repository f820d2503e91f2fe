import type { ReactNode } from 'react'
import { Checkbox as Ark, checkboxAnatomy } from '@ark-ui/react/checkbox'
import { sva } from '#css/css'
import type { ValueProps } from '#ui/control/control.ts'
import { Icon } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'checkbox',
  slots: checkboxAnatomy.keys(),
  base: {
    root: {
      // The hidden input is placed in it: elsewhere, focus would scroll a whole dialog out of sight.
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: { base: '6', _coarse: 'touch' },
      cursor: 'pointer',
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
    control: {
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      boxSize: '5',
      background: 'card',
      border: '1px solid {colors.faint}',
      borderRadius: 'sm',
      color: 'primary.ink',
      _checked: { background: 'primary', borderColor: 'primary' },
      _indeterminate: { background: 'primary', borderColor: 'primary' },
      _invalid: {
        borderColor: 'attention',
        borderWidth: '2px',
        '&:not([data-state=checked])': { background: 'attention.soft' },
      },
      '&[data-focus-visible]': { outline: '2px solid {colors.primary}', outlineOffset: '2px' },
    },
  },
})

export interface CheckboxProps extends ValueProps<boolean> {
  /** Some of a group are checked: a dash instead of the check. */
  indeterminate?: boolean
  /** The label beside it, which can be pressed too. */
  children?: ReactNode
}

/** A checkbox with an optional label; `indeterminate` is for a group that is partly selected. */
export const Checkbox = ({
  value,
  onChange,
  indeterminate,
  children,
  'aria-label': label,
  ...props
}: CheckboxProps) => {
  const styles = recipe()
  return (
    <Ark.Root
      {...props}
      className={styles.root}
      checked={indeterminate ? 'indeterminate' : value}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Ark.Control className={styles.control}>
        <Ark.Indicator>
          <Icon name="check" size="sm" />
        </Ark.Indicator>
        <Ark.Indicator indeterminate>
          <Icon name="minus" size="sm" />
        </Ark.Indicator>
      </Ark.Control>
      {children && <Ark.Label>{children}</Ark.Label>}
      <Ark.HiddenInput aria-label={label} />
    </Ark.Root>
  )
}
