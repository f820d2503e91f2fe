import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addDays, type Day } from '#lib/days.ts'
import { IconButton } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'

interface DayStepperProps {
  day: Day
  /** How far a step is: a day or a week. */
  days?: 1 | 7
  onDay: (day: Day) => void
}

/** A day with those before and after it, or the same of other weeks. */
export const DayStepper = ({ day, days = 1, onDay }: DayStepperProps) => {
  const { settings } = useServices()
  const what = days === 1 ? 'Day' : 'Week'
  return (
    <span className={css({ wrap: '1.5', minWidth: '0' })}>
      <IconButton
        variant="outline"
        icon="chevron-left"
        aria-label={`${what} before`}
        onClick={() => onDay(addDays(day, -days))}
      />
      <span className={css({ flex: '0 1 10rem', minWidth: 'min(8.5rem, 100%)' })}>
        <DatePicker
          aria-label="Date"
          value={day}
          onChange={(chosen) => chosen && onDay(chosen)}
          weekStart={settings.value.week_start}
        />
      </span>
      <IconButton
        variant="outline"
        icon="chevron-right"
        aria-label={`${what} after`}
        onClick={() => onDay(addDays(day, days))}
      />
    </span>
  )
}
