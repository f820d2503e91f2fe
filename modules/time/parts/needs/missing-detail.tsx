import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { useMissing } from './use-missing.ts'

/** The line on the Time tile: the number of people missing hours on the last workday. */
export default function MissingDetail() {
  const { day, data } = useMissing()
  if (data === null) return null
  const count = data.user_ids.length
  const weekday = formatWeekday(day).split(',')[0]
  if (count === 0) return <>Nobody is missing hours for {weekday}</>
  return (
    <span className={css({ color: 'attention', fontWeight: 'strong' })}>
      {count} {count === 1 ? 'person' : 'people'} missing for {weekday}
    </span>
  )
}
