import { DatePicker as Ark } from '@ark-ui/react/date-picker'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Calendar, CalendarTrigger } from './calendar.tsx'
import { calendar } from './calendar.recipe.ts'
import { fromWire, readDate, showDate } from './date-text.ts'
import { type WeekStart, useDateRoot } from './use-date-root.ts'

/** The value is a day as YYYY-MM-DD, or null. */
export interface DatePickerProps extends ControlProps<string | null> {
  /** The first day that can be picked, as YYYY-MM-DD. */
  min?: string
  /** The last day that can be picked, as YYYY-MM-DD. */
  max?: string
  /** The day that weeks begin with; the company’s setting decides. */
  weekStart?: WeekStart
}

/** An input for a day, typed as m/d/Y or picked from a calendar. It looks the same on every device. */
export const DatePicker = ({
  value,
  onChange,
  min,
  max,
  weekStart,
  placeholder = 'mm/dd/yyyy',
  'aria-label': label,
  ...root
}: DatePickerProps) => (
  <Ark.Root
    {...useDateRoot(weekStart)}
    {...root}
    value={fromWire(value)}
    onValueChange={(details) => onChange(details.value[0]?.toString().slice(0, 10) ?? null)}
    min={fromWire(min)[0]}
    max={fromWire(max)[0]}
    format={showDate}
    parse={readDate}
  >
    <Ark.Control className={calendar().control}>
      <Ark.Input
        className={control()}
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={useDescribedBy()}
      />
      <CalendarTrigger />
    </Ark.Control>
    <Calendar />
  </Ark.Root>
)
