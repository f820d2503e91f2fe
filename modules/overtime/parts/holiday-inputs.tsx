import { css } from '#css/css'
import { nths } from '#lib/overtime/holidays.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { errorAt, type Errors, type TypedHoliday } from './place.ts'
import { dayOptions, monthNames } from './labels.ts'

const ways = [
  { value: 'date', label: 'On a date' },
  { value: 'weekday', label: 'On a weekday' },
] as const
const months = monthNames.map((label, at) => ({ value: at + 1, label }))
const places = nths.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }))

interface HolidayInputsProps {
  holiday: TypedHoliday
  onChange: (holiday: TypedHoliday) => void
  errors: Errors
}

/** Edits one holiday: its name and how its date is determined. */
export const HolidayInputs = ({ holiday, onChange, errors }: HolidayInputsProps) => {
  const { name, month, on } = holiday
  const initialFor = (way: TypedHoliday['on']): TypedHoliday =>
    way === 'date'
      ? { name, month, on: way, day: 1 }
      : { name, month, on: way, nth: 'first', weekday: 'monday', day_after: false }
  return (
    <div className={grid}>
      <div className={wide}>
        <Field label="Name" required {...errorAt(errors, 'name')}>
          <TextInput value={name} onChange={(next) => onChange({ ...holiday, name: next })} />
        </Field>
      </div>
      <div className={wide}>
        <Segmented
          aria-label="Kind of date"
          options={ways}
          value={on}
          onChange={(way) => way !== on && onChange(initialFor(way))}
          full
        />
      </div>
      <Field label="Month" required {...errorAt(errors, 'month')}>
        <Select options={months} value={month} onChange={(next) => next && onChange({ ...holiday, month: next })} />
      </Field>
      {holiday.on === 'date' ? (
        <Field label="Day" required {...errorAt(errors, 'day')}>
          <NumberInput
            min={1}
            max={31}
            step={1}
            value={holiday.day}
            onChange={(day) => onChange({ ...holiday, day })}
          />
        </Field>
      ) : (
        <>
          <Field label="Which" required {...errorAt(errors, 'nth')}>
            <Select options={places} value={holiday.nth} onChange={(nth) => nth && onChange({ ...holiday, nth })} />
          </Field>
          <Field label="Weekday" required {...errorAt(errors, 'weekday')}>
            <Select
              options={dayOptions}
              value={holiday.weekday}
              onChange={(weekday) => weekday && onChange({ ...holiday, weekday })}
            />
          </Field>
          <Checkbox value={holiday.day_after} onChange={(day_after) => onChange({ ...holiday, day_after })}>
            The day after it
          </Checkbox>
        </>
      )}
    </div>
  )
}

const grid = css({ stack: '3', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', paddingBottom: '4' })
const wide = css({ gridColumn: '1 / -1' })
