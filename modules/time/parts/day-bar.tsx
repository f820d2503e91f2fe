import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addDays, type Day } from '#lib/days.ts'
import { IconButton } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'

/** To the day or week before and after, or to any day. */
export const DayBar = ({ day, step, go }: { day: Day; step: 1 | 7; go: (day: Day) => void }) => {
  const { settings } = useServices()
  const unit = step === 1 ? 'Day' : 'Week'
  return (
    <span className={bar}>
      <IconButton
        variant="outline"
        icon="chevron-left"
        aria-label={`${unit} before`}
        onClick={() => go(addDays(day, -step))}
      />
      <span className={css({ flex: '0 1 10rem', minWidth: 'min(8.5rem, 100%)' })}>
        <DatePicker
          aria-label="Date"
          value={day}
          onChange={(other) => other && go(other)}
          weekStart={settings.value.week_start}
        />
      </span>
      <IconButton
        variant="outline"
        icon="chevron-right"
        aria-label={`${unit} after`}
        onClick={() => go(addDays(day, step))}
      />
    </span>
  )
}

const bar = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5', alignItems: 'center', minWidth: '0' })
