import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { addDays, formatWeekday, weekdayOf, type Day } from '#lib/days.ts'
import { timeEntries, type Missing } from '../entities.ts'

/** The last day before `day` that is not on a weekend. */
const workdayBefore = (day: Day): Day => {
  const before = addDays(day, -1)
  return weekdayOf(before) % 6 === 0 ? workdayBefore(before) : before
}

const dependsOn = [timeEntries]

/** The line on the Time tile: the number of people without hours on the last workday. */
export default function MissingDetail() {
  const { api } = useServices()
  const day = workdayBefore(useToday())
  const { data } = useAsked(() => api(timeEntries).ask<Missing>('missing', { day }), `missing on ${day}`, dependsOn)
  if (data === null) return null
  const count = data.user_ids.length
  const weekday = formatWeekday(day).split(',')[0]
  if (count === 0) return <>Everyone has hours for {weekday}</>
  return (
    <span className={css({ color: 'attention', fontWeight: 'strong' })}>
      {count} {count === 1 ? 'person' : 'people'} missing for {weekday}
    </span>
  )
}
