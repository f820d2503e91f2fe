import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { users } from '../../../users/entities.ts'
import { useMissing } from '../needs/use-missing.ts'

/** Who lacks hours on a day, and how many of those planned, with a button that adds them to its sheet. @useSignals */
export const MissingLine = ({
  day,
  there,
  onAdd,
}: {
  day: Day
  /** Who is on the sheet already. */
  there: readonly Id[]
  onAdd: (people: readonly Id[]) => void
}) => {
  const { store } = useServices()
  const { data } = useMissing(day)
  const people = (data?.user_ids ?? []).flatMap((id) => store.of(users).get(id) ?? [])
  if (!people.length) return null
  const lackOf = (id: Id) => {
    const hours = data?.short?.find(({ user_id }) => user_id === id)?.hours
    return hours === undefined ? null : `(${formatHours(hours)} h)`
  }
  const absent = people.filter(({ id }) => !there.includes(id))
  return (
    <p role="status" className={line}>
      <span>
        <b>
          {people.length} {people.length === 1 ? 'person' : 'people'} missing hours:
        </b>{' '}
        {people.map(({ id, name }) => [name, lackOf(id)].filter(Boolean).join(' ')).join(', ')}
      </span>
      {absent.length > 0 && (
        <Button size="sm" variant="outline" icon="plus" onClick={() => onAdd(absent.map(({ id }) => id))}>
          Add to the sheet
        </Button>
      )}
    </p>
  )
}

const line = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  marginBottom: '3',
  color: 'attention',
  textStyle: 'small',
})
