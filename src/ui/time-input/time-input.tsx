import { flushSync } from 'react-dom'
import { NumberInput } from '@ark-ui/react/number-input'
import { useFieldContext } from '@ark-ui/react/field'
import { css } from '#css/css'
import { type ValueProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'

// With text of twice the size the halves of the day take a second line.
const row = css({ inlineRow: '2', flexWrap: 'wrap', maxWidth: 'full' })
const box = css(control.raw(), { width: '14', textAlign: 'center', paddingInline: '1' })
const halves = [
  { value: 'AM', label: 'AM' },
  { value: 'PM', label: 'PM' },
] as const

const two = (value: number) => String(value).padStart(2, '0')

/** An input for a time of day as HH:mm or null. It starts at noon, and minutes step by five. */
export const TimeInput = ({
  value,
  onChange,
  name,
  disabled,
  invalid,
  required,
  'aria-label': label,
}: ValueProps<string | null>) => {
  const field = useFieldContext()
  const [hour = 12, minute = 0] = value?.split(':').map(Number) ?? []
  const half = hour < 12 ? 'AM' : 'PM'
  const emit = (time: string | null) => flushSync(() => onChange(time))
  const set = (hours: number, minutes: number, part: 'AM' | 'PM') =>
    emit(`${two((hours % 12) + (part === 'PM' ? 12 : 0))}:${two(Math.min(59, minutes))}`)
  const shared = {
    disabled: disabled ?? field?.disabled,
    invalid: invalid ?? field?.invalid,
    required: required ?? field?.required,
    className: css({ display: 'contents' }),
    spinOnPress: false,
  }
  return (
    <div
      role="group"
      className={row}
      aria-label={label}
      aria-labelledby={label ? undefined : field?.ids.label}
      aria-describedby={useDescribedBy()}
    >
      <NumberInput.Root
        {...shared}
        min={1}
        max={12}
        value={value ? String(hour % 12 || 12) : ''}
        onValueChange={({ value: text, valueAsNumber }) =>
          text === '' ? emit(null) : valueAsNumber >= 1 && valueAsNumber <= 12 && set(valueAsNumber, minute, half)
        }
      >
        <NumberInput.Input className={box} placeholder="12" aria-label="Hour" />
      </NumberInput.Root>
      :
      <NumberInput.Root
        {...shared}
        ids={{ input: `${field?.ids.control ?? name ?? 'time'}-minute` }}
        min={0}
        max={59}
        step={5}
        formatOptions={{ minimumIntegerDigits: 2 }}
        value={value ? two(minute) : ''}
        onValueChange={({ valueAsNumber }) => !Number.isNaN(valueAsNumber) && set(hour % 12, valueAsNumber, half)}
      >
        <NumberInput.Input className={box} placeholder="00" aria-label="Minute" />
      </NumberInput.Root>
      <Segmented
        aria-label="Half of the day"
        options={halves}
        value={half}
        disabled={shared.disabled}
        onChange={(part) => set(hour % 12, minute, part)}
      />
      {name && <input type="hidden" name={name} value={value ?? ''} />}
    </div>
  )
}
