import { useState } from 'react'
import { DatePicker as Ark } from '@ark-ui/react/date-picker'
import { css } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Calendar, CalendarTrigger } from '#ui/date-picker/calendar.tsx'
import { calendar } from '#ui/date-picker/calendar.recipe.ts'
import { fromWire, readDate, showDate } from '#ui/date-picker/date-text.ts'
import { type WeekStart, useDateRoot } from '#ui/date-picker/use-date-root.ts'

/** Two days as YYYY-MM-DD, both included. */
export interface DateRange {
  start: string
  end: string
}

/** The value is two days, or null. */
export interface DateRangePickerProps extends ControlProps<DateRange | null> {
  /** The day that weeks begin with; the company’s setting decides. */
  weekStart?: WeekStart
}

const last = css(control.raw(), { paddingInlineEnd: '10' })

/** An input for a range of days. `onChange` is called only when both days are selected. */
export const DateRangePicker = ({
  value,
  onChange,
  weekStart,
  placeholder = 'mm/dd/yyyy',
  'aria-label': label = 'Dates',
  ...root
}: DateRangePickerProps) => {
  const [half, setHalf] = useState<string | null>(null)
  const description = useDescribedBy()
  return (
    <Ark.Root
      {...useDateRoot(weekStart)}
      {...root}
      selectionMode="range"
      value={half ? fromWire(half) : [...fromWire(value?.start), ...fromWire(value?.end)]}
      onValueChange={({ value: [start, end] }) => {
        setHalf(start && !end ? start.toString().slice(0, 10) : null)
        if (start && end) onChange({ start: start.toString().slice(0, 10), end: end.toString().slice(0, 10) })
        else if (!start) onChange(null)
      }}
      format={showDate}
      parse={readDate}
    >
      <Ark.Control className={calendar().control}>
        <Ark.Input
          index={0}
          className={control()}
          placeholder={placeholder}
          aria-label={`${label}, from`}
          aria-describedby={description}
        />
        <Ark.Input
          index={1}
          className={last}
          placeholder={placeholder}
          aria-label={`${label}, to`}
          aria-describedby={description}
        />
        <CalendarTrigger />
      </Ark.Control>
      <Calendar />
    </Ark.Root>
  )
}
