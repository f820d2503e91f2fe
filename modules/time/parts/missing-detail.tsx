import { useEffect, useState } from 'react'
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

/** The line on the Time tile: the number of people without hours on the last workday. */
export default function MissingDetail() {
  const { api, resumed } = useServices()
  const day = workdayBefore(useToday())
  const again = resumed.value
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let here = true
    void api(timeEntries)
      .ask<Missing>('missing', { day })
      .then((answer) => here && answer.ok && setCount(answer.data.user_ids.length))
    return () => {
      here = false
    }
  }, [api, day, again])
  if (count === null) return null
  const weekday = formatWeekday(day).split(',')[0]
  if (count === 0) return <>Everyone has hours for {weekday}</>
  return (
    <span className={css({ color: 'attention', fontWeight: 'strong' })}>
      {count} {count === 1 ? 'person' : 'people'} missing for {weekday}
    </span>
  )
}
