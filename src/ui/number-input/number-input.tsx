import { useState, type KeyboardEvent } from 'react'
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

export interface NumberInputProps extends ControlProps<number | null> {
  min?: number
  max?: number
  step?: number
  /** The number of decimals shown after blur. */
  decimals?: number
  /** Shows minus and plus buttons. */
  stepper?: boolean
  /** The step of the minus and plus buttons; by default one step. */
  press?: number
  /** Handles Enter before it submits the form. */
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** An input for a number with at most two decimals. An empty input is null. */
export const NumberInput = ({
  value,
  onChange,
  step = 0.01,
  decimals = 0,
  stepper,
  press = step,
  onEnter,
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
        // Renders synchronously, since a delayed render would move the caret.
        flushSync(() => {
          setTyped(details.value)
          onChange(toNumber(details.value))
        })
      }
      formatOptions={{ minimumFractionDigits: decimals, maximumFractionDigits: 2, useGrouping: false }}
      inputMode="decimal"
    >
      <Ark.Control className={styles.control}>
        {stepper && <Press by={-press} icon="minus" label={label} className={styles.decrementTrigger} />}
        <Ark.Input
          className={stepper ? styles.input : plain}
          placeholder={placeholder}
          aria-label={label}
          aria-describedby={useDescribedBy()}
          onKeyDown={(event) => event.key === 'Enter' && onEnter?.(event)}
        />
        {stepper && <Press by={press} icon="plus" label={label} className={styles.incrementTrigger} />}
      </Ark.Control>
    </Ark.Root>
  )
}

/** A button that steps up or down to the next multiple of `by`, within the limits of the input. */
const Press = ({
  by,
  icon,
  label,
  className,
}: {
  by: number
  icon: 'minus' | 'plus'
  label: string | undefined
  className: string | undefined
}) => (
  <Ark.Context>
    {({ valueAsNumber, setValue }) => {
      const now = Number.isNaN(valueAsNumber) ? 0 : valueAsNumber
      const at = now / by
      const next = Number(((Math.floor(at + 1e-6) + 1) * by).toFixed(2))
      return (
        <button
          type="button"
          tabIndex={-1}
          className={className}
          disabled={by < 0 && now <= 0}
          aria-label={`${by < 0 ? 'Less' : 'More'} ${label ?? ''}`.trim()}
          onClick={() => setValue(next)}
        >
          <Icon name={icon} />
        </button>
      )
    }}
  </Ark.Context>
)

const toText = (value: number | null, decimals: number) =>
  value === null ? '' : decimals ? value.toFixed(decimals) : String(value)

const toNumber = (text: string) => {
  const value = Number.parseFloat(text)
  return Number.isNaN(value) ? null : value
}
