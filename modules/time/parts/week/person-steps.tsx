import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import { addDays, type Day } from '#lib/days.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { LinkButton } from '#ui/button/button.tsx'
import { users } from '../../../users/entities.ts'
import { timecards } from '../../entities.ts'
import { hrefOf } from '../time-place.ts'

/** The way back to everyone's week, and on to the previous and the next person who has this week. @useSignals */
export const PersonSteps = ({ user_id, start }: { user_id: Id; start: Day }) => {
  const { session, store } = useServices()
  const { items } = useQuery(timecards, { filters: { from: addDays(start, -6), to: start } })
  const ids = useSummary(items, (cards) => [user_id, ...cards.map((card) => card.user_id)], [user_id])
  const people = useSummary(
    store.of(users).all,
    (all) =>
      all
        .flatMap(({ id, name }) => (ids.includes(id) ? { id, name } : []))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [ids],
  )
  const at = people.findIndex(({ id }) => id === user_id)
  const hrefTo = (id: Id) => `/timecard?week=${start}&user=${id}`
  const [before, after] = [people[at - 1], people[at + 1]]
  const back = hrefOf({ view: 'week', day: start, project_id: null })
  return (
    <div className={row}>
      {can('create', 'timeEntries')(session.user.value) && (
        <Breadcrumb items={[{ label: 'Time', href: back }, { label: people[at]?.name ?? '' }]} />
      )}
      <span className={steps}>
        {before && (
          <LinkButton
            variant="outline"
            size="sm"
            icon="arrow-left"
            href={hrefTo(before.id)}
            aria-label={`Previous person: ${before.name}`}
          >
            Previous
          </LinkButton>
        )}
        <span className={css({ textStyle: 'note', textAlign: 'center', minWidth: '14' })}>
          {at + 1} of {people.length}
        </span>
        {after && (
          <LinkButton
            variant="outline"
            size="sm"
            icon="arrow-right"
            href={hrefTo(after.id)}
            aria-label={`Next person: ${after.name}`}
          >
            Next
          </LinkButton>
        )}
      </span>
    </div>
  )
}

const row = css({ wrap: '2.5', justifyContent: 'space-between', marginBottom: '2' })
/** Three columns, so that a button stays at its place when the other one is missing. */
const steps = css({
  stack: '1.5',
  gridTemplateColumns: { base: '1fr auto 1fr', md: '6.5rem auto 6.5rem' },
  width: { base: 'full', md: 'auto' },
  alignItems: 'center',
  '& > :first-child:not(a)': { gridColumn: '2' },
})
