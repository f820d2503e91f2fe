import { css } from '#css/css'
import { Facts } from '#blocks/detail/facts.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { formatRecent } from '#lib/moments.ts'
import { calendarFeeds } from '../../entities.ts'

/** The calendar addresses that a person was given, without the addresses. @useSignals */
export default function OwnAddresses() {
  const { items } = useQuery(calendarFeeds)
  const given = useRecords(items).flatMap(({ name, given_at }) => (given_at === null ? [] : [{ name, given_at }]))
  if (!given.length) return null
  return (
    <section aria-label="Calendar addresses">
      <Facts items={given.map(({ name, given_at }) => ({ label: name, value: `Since ${formatRecent(given_at)}` }))} />
      <p className={css({ color: 'muted', fontSize: 'sm' })}>
        Whoever has these calendar addresses sees your schedule. Subscribe, on the schedule, makes new ones in their
        place.
      </p>
    </section>
  )
}
