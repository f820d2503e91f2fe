import type { ReactNode } from 'react'
import { Switch as Ark, switchAnatomy } from '@ark-ui/react/switch'
import { sva } from '#css/css'
import type { ValueProps } from '#ui/control/control.ts'

const recipe = sva({
  className: 'switch',
  slots: switchAnatomy.keys(),
  base: {
    root: {
      // The hidden input is placed in it: elsewhere, focus would scroll a whole dialog out of sight.
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2.5',
      minHeight: { base: '6', _coarse: 'touch' },
      cursor: 'pointer',
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
    },
    control: {
      flex: 'none',
      width: '9',
      padding: '0.5',
      borderRadius: 'full',
      background: 'faint',
      transition: 'background {durations.fast}',
      _checked: { background: 'primary' },
      '&[data-focus-visible]': { outline: '2px solid {colors.primary}', outlineOffset: '2px' },
    },
    thumb: {
      display: 'block',
      boxSize: '4',
      borderRadius: 'full',
      background: 'card',
      transition: 'translate {durations.fast}',
      _checked: { translate: '1rem 0' },
    },
  },
})

export interface SwitchProps extends ValueProps<boolean> {
  /** The label beside it, which can be pressed too. */
  children?: ReactNode
}

/** A switch that takes effect immediately. */
export const Switch = ({ value, onChange, children, 'aria-label': label, ...props }: SwitchProps) => {
  const styles = recipe()
  return (
    <Ark.Root
      {...props}
      className={styles.root}
      checked={value}
      onCheckedChange={(details) => onChange(details.checked)}
    >
      <Ark.Control className={styles.control}>
        <Ark.Thumb className={styles.thumb} />
      </Ark.Control>
      {children && <Ark.Label>{children}</Ark.Label>}
      <Ark.HiddenInput role="switch" aria-checked={value} aria-label={label} />
    </Ark.Root>
  )
}
