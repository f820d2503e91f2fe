import { useState } from 'react'
import { flushSync } from 'react-dom'
import { NumberInput as Ark } from '@ark-ui/react/number-input'
import { numberInputAnatomy } from '@ark-ui/react/anatomy'
import { css, sva } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'number-input',
  slots: numberInputAnatomy.keys(),
  base: {
    root: { width: 'full' },
    control: { minWidth: '0' },
    input: { minWidth: '0' },
    incrementTrigger: { display: 'grid', placeItems: 'center', width: 'touch', height: 'touch', color: 'primary' },
    decrementTrigger: { display: 'grid', placeItems: 'center', width: 'touch', height: 'touch', color: 'primary' },
  },
  variants: {
    stepper: {
      true: {
        root: { width: 'auto' },
        control: {
          display: 'inline-flex',
          alignItems: 'center',
          background: 'card',
          border: '1px solid {colors.line}',
          borderRadius: 'lg',
          _focusWithin: { borderColor: 'primary' },
          _invalid: { borderColor: 'attention' },
        },
        input: {
          width: '16',
          height: 'touch',
          borderRadius: 'sm',
          background: 'transparent',
          textAlign: 'center',
          fontSize: 'section',
          fontWeight: 'section',
        },
      },
    },
  },
})

const plain = css(control.raw(), { textAlign: 'end' })

/** A number, how far one step goes, and whether it has buttons for thumbs. */
export interface NumberInputProps extends ControlProps<number | null> {
  min?: number
  max?: number
  step?: number
  /** Digits always shown behind the point once the input is left. */
  decimals?: number
  /** Minus and plus beside the number. */
  stepper?: boolean
}

/** A number with at most two decimals; empty is null, and arrow keys step. */
export const NumberInput = ({
  value,
  onChange,
  step = 0.01,
  decimals = 0,
  stepper,
  placeholder,
  'aria-label': label,
  ...props
}: NumberInputProps) => {
  const [typed, setTyped] = useState('')
  const styles = recipe({ stepper })
  return (
    <Ark.Root
      {...props}
      className={styles.root}
      step={step}
      value={toNumber(typed) === value ? typed : toText(value, decimals)}
      onValueChange={(details) =>
        // At once, or a late render would move the caret below the next key.
        flushSync(() => {
          setTyped(details.value)
          onChange(toNumber(details.value))
        })
      }
      formatOptions={{ minimumFractionDigits: decimals, maximumFractionDigits: 2, useGrouping: false }}
      inputMode="decimal"
    >
      <Ark.Control className={styles.control}>
        {stepper && (
          <Ark.DecrementTrigger className={styles.decrementTrigger}>
            <Icon name="minus" />
          </Ark.DecrementTrigger>
        )}
        <Ark.Input
          className={stepper ? styles.input : plain}
          placeholder={placeholder}
          aria-label={label}
          aria-describedby={useDescribedBy()}
        />
        {stepper && (
          <Ark.IncrementTrigger className={styles.incrementTrigger}>
            <Icon name="plus" />
          </Ark.IncrementTrigger>
        )}
      </Ark.Control>
    </Ark.Root>
  )
}

const toText = (value: number | null, decimals: number) =>
  value === null ? '' : decimals ? value.toFixed(decimals) : String(value)

const toNumber = (text: string) => {
  const value = Number.parseFloat(text)
  return Number.isNaN(value) ? null : value
}
