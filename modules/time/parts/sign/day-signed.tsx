import { useDerived } from '#blocks/query/use-derived.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Groups } from '#core/store/groups.ts'
import type { Day } from '#lib/days.ts'
import { users } from '../../../users/entities.ts'
import type { TimeEntry } from '../../entities.ts'
import { SignedTag } from './signed-tag.tsx'
import { useSigned } from './use-signed.ts'

/** Who has signed a day, and who has to again; nothing where nobody has. @useSignals */
export const DaySigned = ({ day, byRow }: { day: Day; byRow: Groups<TimeEntry, string> }) => {
  const { store } = useServices()
  const { signedOn } = useSigned(day, day)
  const found = useDerived(() => {
    const people = [...byRow.keys.value].flatMap((key) => {
      const signed = signedOn(Number(key), day, byRow.of(key).value)
      return signed ? [{ ...signed, name: store.of(users).get(Number(key))?.name ?? '' }] : []
    })
    return Map.groupBy(people, ({ state }) => state)
  }, [store, signedOn, byRow, day])
  if (!found.size) return null
  return (
    <ul className={list} aria-label="Signatures">
      {[...found].map(([state, people]) => (
        <li key={state}>
          <SignedTag of={people[0] ?? null} />{' '}
          {people
            .map(({ name }) => name)
            .sort()
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

const list = css({ display: 'grid', gap: '1.5', marginBottom: '3' })
