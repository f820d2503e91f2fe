import { DatePicker as Ark } from '@ark-ui/react/date-picker'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Calendar, CalendarTrigger } from '#ui/date-picker/calendar.tsx'
import { calendar } from '#ui/date-picker/calendar.recipe.ts'
import { fromWire, readMonth, showMonth } from '#ui/date-picker/date-text.ts'
import { useDateRoot } from '#ui/date-picker/use-date-root.ts'

/** An input for a month as YYYY-MM or null, typed as m/Y or picked. */
export const MonthPicker = ({
  value,
  onChange,
  placeholder = 'mm/yyyy',
  'aria-label': label,
  ...root
}: ControlProps<string | null>) => (
  <Ark.Root
    {...useDateRoot()}
    {...root}
    value={fromWire(value)}
    onValueChange={(details) => onChange(details.value[0]?.toString().slice(0, 7) ?? null)}
    minView="month"
    defaultView="month"
    format={showMonth}
    parse={readMonth}
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
