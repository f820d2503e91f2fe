import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, isDay, type Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { cardGrid } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { users } from '../../users/entities.ts'
import { linesOfDay } from '../day-signatures.ts'
import { dayLines, SignDialog } from '../dialogs/sign-dialog.tsx'
import { daySignatures, seesAllTime, timeEntries } from '../entities.ts'
import { mayStep } from '../guards.ts'
import { DayStepper } from '../parts/day-stepper.tsx'
import { PersonDay } from '../parts/sign/person-day.tsx'
import { useSigned } from '../parts/sign/use-signed.ts'

/** The hours of a crew's day, which each of them signs in turn on one phone (rule day-signature). */
export default function SignScreen() {
  const today = useToday()
  const search = new URLSearchParams(useSearch())
  const asked = search.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  return <CrewDay key={day} day={day} asked={Number(search.get('user')) || null} />
}

const CrewDay = ({ day, asked }: { day: Day; asked: Id | null }) => {
  const { api, session, store, writes } = useServices()
  const [, navigate] = useLocation()
  const [{ signing, said }, go] = useState<{ signing?: Id | undefined; said?: string }>({})
  const user = session.user.value
  const entries = useQuery(timeEntries, { filters: { from: day, to: day } })
  const { signedOn, query } = useSigned(day, day)
  const byPerson = useMemo(
    () =>
      store.groups({ entity: timeEntries, where: { date: day }, order: { column: 'id' } }, ({ user_id }) => user_id),
    [store, day],
  )
  const people = useDerived(() => {
    const there = [...byPerson.keys.value].filter((user_id) => user !== null && mayStep({ user_id }, user))
    const own = there.filter((id) => byPerson.of(id).value.some(({ creator_id }) => creator_id === user?.id))
    // Whoever sees everyone's hours has those they entered signed, if there are any.
    const ids = seesAllTime(user) && own.length ? there.filter((id) => own.includes(id) || id === asked) : there
    return ids
      .map((id) => ({ id, name: store.of(users).get(id)?.name ?? '' }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  }, [store, byPerson, user, asked])
  const open = useDerived(
    () => people.filter(({ id }) => signedOn(id, day, byPerson.of(id).value)?.state !== 'signed'),
    [people, byPerson, signedOn, day],
  )
  const onSign = useCallback((id: Id) => go({ signing: id }), [])
  const at = people.findIndex(({ id }) => id === signing)
  const person = people[at]
  const inTurn = [...people.slice(at + 1), ...people.slice(0, Math.max(at, 0))]
  const next = inTurn.find(({ id }) => open.some((one) => one.id === id))
  async function sign({ id, name }: { id: Id; name: string }, signature_path: string): Promise<boolean> {
    const draft = { user_id: id, date: day, signature_path, lines: linesOfDay(byPerson.of(id).peek()) }
    // What waits of the hours is sent before what is signed of them.
    const later = writes.items.peek().some(({ entity, refused }) => entity === timeEntries.name && !refused)
    const result = await api(daySignatures).save(draft, { later })
    if (result.ok) go({ signing: next?.id, said: `${name} has signed.` })
    else toastFailure(result)
    return result.ok
  }
  const unknown = [entries, query].find(({ state }) => state.value === 'never')
  const signed = people.length - open.length
  return (
    <Page
      title="Signatures"
      count={formatWeekday(day)}
      sub={people.length > 0 && !unknown && `${signed} of ${people.length} signed`}
    >
      <div className={css({ marginBottom: '4' })}>
        <DayStepper day={day} onDay={(next) => navigate(`/time/sign?day=${next}`)} />
      </div>
      {unknown ? (
        <NotLoaded failure={unknown.failure.value} retry={unknown.ask} />
      ) : people.length ? (
        <ul className={cardGrid}>
          {people.map(({ id, name }) => (
            <PersonDay
              key={id}
              user_id={id}
              name={name}
              day={day}
              entries={byPerson.of(id)}
              signedOn={signedOn}
              first={id === open[0]?.id}
              onSign={onSign}
            />
          ))}
        </ul>
      ) : (
        <EmptyState icon="clock" title="No hours to sign on this day.">
          Enter the crew’s time first; then each of them signs here, one after the other.
        </EmptyState>
      )}
      {person && (
        <SignDialog
          title={`${person.name}, ${formatWeekday(day)}`}
          said={said}
          lines={dayLines(byPerson.of(person.id).value)}
          next={
            next && (
              <Button variant="outline" onClick={() => onSign(next.id)}>
                Next: {next.name}
              </Button>
            )
          }
          sign={(path) => sign(person, path)}
          onClose={() => go({})}
        />
      )}
    </Page>
  )
}
