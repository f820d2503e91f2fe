import { useMemo, useState } from 'react'
import { computed } from '@preact/signals-react'
import { useLocation, useSearch } from 'wouter'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import { formatWeekday, isDay, type Day } from '#lib/days.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { users } from '../../users/entities.ts'
import { SignDayDialog } from '../dialogs/sign-day-dialog.tsx'
import { seesAllTime, timeEntries } from '../entities.ts'
import { mayStep } from '../guards.ts'
import { PersonDay } from '../parts/sign/person-day.tsx'
import { useSigned } from '../parts/sign/use-signed.ts'
import { DayBar } from '../parts/day-bar.tsx'
import { hrefOf } from '../parts/time-place.ts'

/** The hours of a crew's day, which each of them signs in turn on one phone (rule day-signature). */
export default function SignScreen() {
  const today = useToday()
  const search = new URLSearchParams(useSearch())
  const asked = search.get('day') ?? ''
  const day = isDay(asked) ? asked : today
  return <CrewDay key={day} day={day} asked={Number(search.get('user')) || null} />
}

const CrewDay = ({ day, asked }: { day: Day; asked: Id | null }) => {
  const { session, store } = useServices()
  const [, navigate] = useLocation()
  const [signing, setSigning] = useState<Id | null>(null)
  const user = session.user.value
  const entries = useQuery(timeEntries, { filters: { from: day, to: day } })
  const { signedOn, query } = useSigned(day, day)
  const byPerson = useMemo(
    () =>
      store.groups({ entity: timeEntries, where: { date: day }, order: { column: 'id' } }, ({ user_id }) => user_id),
    [store, day],
  )
  /** Whoever sees everyone's hours has those they entered signed, if there are any. */
  const people = useMemo(
    () =>
      computed((): readonly { id: Id; name: string }[] => {
        const there = [...byPerson.keys.value].filter((user_id) => user !== null && mayStep({ user_id }, user))
        const own = there.filter((id) => byPerson.of(id).value.some(({ creator_id }) => creator_id === user?.id))
        const ids = seesAllTime(user) && own.length ? there.filter((id) => own.includes(id) || id === asked) : there
        return ids
          .flatMap((id) => store.of(users).get(id) ?? [])
          .map(({ id, name }) => ({ id, name }))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
      }),
    [store, byPerson, user, asked],
  ).value
  const open = useMemo(
    () => computed(() => people.flatMap(({ id }) => (isOpen(id) ? [id] : []))),
    // oxlint-disable-next-line react/exhaustive-deps
    [people, byPerson, signedOn],
  ).value
  function isOpen(id: Id) {
    return signedOn(id, day, byPerson.of(id).value)?.state !== 'signed'
  }
  const failed = [entries, query].find(({ state }) => state.value === 'never')
  return (
    <Page
      title="Signatures"
      count={formatWeekday(day)}
      crumbs={
        can('create', 'timeEntries')(user) && (
          <Breadcrumb
            items={[{ label: 'Time', href: hrefOf({ view: 'day', day, project_id: null }) }, { label: 'Signatures' }]}
          />
        )
      }
    >
      <DayBar day={day} step={1} go={(to) => navigate(`/time/sign?day=${to}`)} />
      {failed ? (
        <NotLoaded failure={failed.failure.value} retry={failed.ask} />
      ) : people.length ? (
        <>
          <p role="status" className={css({ fontWeight: 'strong', marginBottom: '3' })}>
            {open.length
              ? `${people.length - open.length} of ${people.length} signed`
              : people.length === 1
                ? 'Signed.'
                : `All ${people.length} have signed.`}
          </p>
          <ul className={list}>
            {people.map(({ id, name }) => (
              <PersonDay
                key={id}
                user_id={id}
                name={name}
                day={day}
                entries={byPerson.of(id)}
                signedOn={signedOn}
                first={id === open[0]}
                onSign={setSigning}
              />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState icon="clock" title="No hours to sign on this day.">
          Enter the crew’s time first; then each of them signs here, one after the other.
        </EmptyState>
      )}
      {signing !== null && (
        <SignDayDialog
          day={day}
          user_id={signing}
          people={people}
          open={open}
          entries={byPerson.of(signing)}
          go={setSigning}
        />
      )}
    </Page>
  )
}

const list = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))', gap: '3' })
