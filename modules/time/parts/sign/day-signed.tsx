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
  const names = useDerived(() => {
    const there = [...byRow.keys.value].flatMap((key) => store.of(users).get(Number(key)) ?? [])
    const inState = (state: 'signed' | 'void') =>
      there.filter(({ id }) => signedOn(id, day, byRow.of(String(id)).value)?.state === state).map(({ name }) => name)
    return { signed: inState('signed').sort(), void: inState('void').sort() }
  }, [store, signedOn, byRow, day])
  return (
    <ul className={list} aria-label="Signatures">
      {(['signed', 'void'] as const).map(
        (state) =>
          names[state].length > 0 && (
            <li key={state}>
              <SignedTag state={state} /> {names[state].join(', ')}
            </li>
          ),
      )}
    </ul>
  )
}

const list = css({ stack: '1.5', marginBottom: '3', _empty: { display: 'none' } })
