import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { Field } from '@ark-ui/react/field'
import { css, sva } from '#css/css'
import { readHours, readNumber } from '#lib/read-number.ts'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'number-input',
  slots: ['control', 'input', 'trigger'],
  base: {
    control: {
      display: 'inline-flex',
      alignItems: 'center',
      minWidth: '0',
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: 'lg',
      _focusWithin: { borderColor: 'primary' },
      '&[data-invalid]': { borderColor: 'attention' },
    },
    input: {
      minWidth: '0',
      width: '16',
      height: 'touch',
      borderRadius: 'sm',
      background: 'transparent',
      textAlign: 'center',
      fontSize: 'section',
      fontWeight: 'section',
    },
    trigger: {
      display: 'grid',
      placeItems: 'center',
      flex: 'none',
      boxSize: 'touch',
      color: 'primary',
      _disabled: { color: 'faint', cursor: 'not-allowed' },
    },
  },
})

const plain = css(control.raw(), { textAlign: 'end' })

export interface NumberInputProps extends ControlProps<number | null> {
  /** Where arrow keys and buttons stop. What is typed is never altered: the field's own check says what is wrong. */
  min?: number
  /** As `min`. */
  max?: number
  /** How much an arrow key adds or takes away. */
  step?: number
  /** The number of decimals shown after blur. */
  decimals?: number
  /** Also reads hours and minutes: `7:30`. */
  hours?: boolean
  /** Shows minus and plus buttons. */
  stepper?: boolean
  /** The step of the minus and plus buttons; by default one step. */
  press?: number
  /** What the plus button enters first. */
  usual?: number
  /** Handles Enter before it submits the form. */
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** An input for a number. Empty is null; a text that is no number stays as it was typed, and is NaN. */
export const NumberInput = ({
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  step = 0.01,
  decimals = 0,
  hours = false,
  stepper = false,
  press = step,
  usual,
  onEnter,
  invalid = false,
  disabled = false,
  'aria-label': label,
  ...props
}: NumberInputProps) => {
  const [typed, setTyped] = useState('')
  const styles = recipe()
  const describedBy = useDescribedBy()
  const read = hours ? readHours : readNumber
  const now = value !== null && Number.isFinite(value) ? value : null
  const enter = (text: string) =>
    // Renders synchronously, since a delayed render would move the caret.
    flushSync(() => {
      setTyped(text)
      onChange(read(text))
    })
  const stepTo = (next: number) => {
    setTyped('')
    onChange(Math.min(max, Math.max(min, Number(next.toFixed(2)))))
  }
  const byArrow = { ArrowUp: step, ArrowDown: -step }
  const input = (
    <Field.Input
      {...props}
      role="spinbutton"
      inputMode="decimal"
      autoComplete="off"
      className={stepper ? styles.input : plain}
      disabled={disabled}
      aria-label={label}
      aria-describedby={describedBy}
      {...(invalid && { 'aria-invalid': true })}
      {...(now !== null && { 'aria-valuenow': now })}
      {...(Number.isFinite(min) && { 'aria-valuemin': min })}
      {...(Number.isFinite(max) && { 'aria-valuemax': max })}
      value={typed !== '' && Object.is(read(typed), value) ? typed : toText(value, decimals)}
      onChange={(event) => enter(event.currentTarget.value)}
      onBlur={() => Number.isNaN(value) || setTyped('')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event)
        const by = byArrow[event.key as keyof typeof byArrow]
        if (by === undefined) return
        event.preventDefault()
        stepTo((now ?? 0) + by)
      }}
    />
  )
  if (!stepper) return input
  /** The next multiple of the step. */
  const next = (by: number) => (Math.floor((now ?? 0) / by + 1e-6) + 1) * by
  return (
    <span className={styles.control} {...(invalid && { 'data-invalid': '' })}>
      <Press
        icon="minus"
        label={`Less ${label ?? ''}`}
        className={styles.trigger}
        disabled={disabled || (now ?? 0) <= min}
        onPress={() => stepTo(next(-press))}
      />
      {input}
      <Press
        icon="plus"
        label={`More ${label ?? ''}`}
        className={styles.trigger}
        disabled={disabled || (now ?? 0) >= max}
        onPress={() => stepTo(now || usual === undefined ? next(press) : usual)}
      />
    </span>
  )
}

const Press = ({
  icon,
  label,
  className,
  disabled,
  onPress,
}: {
  icon: 'minus' | 'plus'
  label: string
  className: string | undefined
  disabled: boolean
  onPress: () => void
}) => (
  <button
    type="button"
    tabIndex={-1}
    className={className}
    disabled={disabled}
    aria-label={label.trim()}
    onClick={onPress}
  >
    <Icon name={icon} />
  </button>
)

/** A number with so many decimals, or more if it has more. */
function toText(value: number | null, decimals: number): string {
  if (value === null || Number.isNaN(value)) return ''
  const text = value.toFixed(decimals)
  return Number(text) === value ? text : String(value)
}
