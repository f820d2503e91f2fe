import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useLooking } from '#blocks/detail/use-looking.ts'
import { Offered } from '#blocks/offered/offered.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { can } from '#core/access/access.ts'
import { addDays, daysOfWeek, formatMonthDay, formatWeekday, isDay, startOfWeek, type Day } from '#lib/days.ts'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { users } from '../../users/entities.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'
import { timecards } from '../entities.ts'
import { isLocked } from '../guards.ts'
import { PersonSteps } from '../parts/week/person-steps.tsx'
import { ReviewAll } from '../parts/week/review-all.tsx'
import { useSeesDay } from '../parts/use-sees-day.ts'
import { useSplit } from '../parts/week/use-split.ts'
import { useWeek } from '../parts/week/use-week.ts'
import { WeekDays } from '../parts/week/week-days.tsx'
import { WeekNotes } from '../parts/week/week-notes.tsx'
import { WeekSteps } from '../parts/week/week-steps.tsx'
import { WeekTotals } from '../parts/week/week-totals.tsx'

/** My Time: the user's own week, or with permission another person's (`?user=3`), with how each hour is paid and why (rule my-time). */
export default function TimecardScreen() {
  const { session, settings } = useServices()
  const search = new URLSearchParams(useSearch())
  const today = useToday()
  const me = session.user.value?.id ?? 0
  const asked = search.get('week') ?? ''
  const start = startOfWeek(isDay(asked) ? asked : today, settings.value.week_start)
  return <Week key={start} user_id={Number(search.get('user')) || me} start={start} />
}

const Week = ({ user_id, start }: { user_id: Id; start: Day }) => {
  const { session, settings, store } = useServices()
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState<Day | null>(null)
  const today = useToday()
  const user = session.user.value
  const own = user?.id === user_id
  const week = useWeek(user_id, start)
  const split = useSplit(week.entries, week.card, start)
  const name = store.of(users).get(user_id)?.name ?? ''
  const card = week.card.value
  useLooking(timecards, card?.id)
  const entries = week.entries.value
  const isKnown = week.state.value !== 'never'
  const sees = useSeesDay(start, addDays(start, 6))
  const days = daysOfWeek(start, settings.value.week_start)
  const seen = days.filter((day) => sees(user_id, day))
  // The days that are not the reader's to see may have hours.
  const isUnseen = isKnown && seen.length === 0 && entries.length === 0
  const mayAdd = can('create', 'timeEntries')(user) && !isLocked(card)
  const hrefOf = (day: Day, path = '/timecard') => `${path}?week=${day}${own ? '' : `&user=${user_id}`}`
  return (
    <Page
      title={own ? 'My Time' : name}
      count={`${formatMonthDay(start)} – ${formatMonthDay(addDays(start, 6))}`}
      crumbs={!own && <PersonSteps user_id={user_id} start={start} />}
      add={
        mayAdd
          ? {
              label: 'Enter time',
              onAdd: () => setAdding(today >= start && today <= addDays(start, 6) ? today : start),
            }
          : null
      }
      actions={
        <>
          {!own && <ReviewAll entries={entries} locked={isLocked(card)} />}
          <IconButton
            variant="outline"
            icon="chevron-left"
            aria-label="Week before"
            onClick={() => navigate(hrefOf(addDays(start, -7)))}
          />
          <LinkButton variant="outline" href={hrefOf(startOfWeek(today, settings.value.week_start))}>
            This week
          </LinkButton>
          <IconButton
            variant="outline"
            icon="chevron-right"
            aria-label="Week after"
            onClick={() => navigate(hrefOf(addDays(start, 7)))}
          />
          <LinkButton variant="outline" icon="printer" href={hrefOf(start, '/timecard/basic')}>
            Print
          </LinkButton>
        </>
      }
    >
      <div className={columns}>
        <div className={css({ column: '3' })}>
          {!isKnown && week.failure.value && <NotLoaded failure={week.failure.value} retry={week.ask} />}
          {isKnown && seen.length < days.length && <SomeDays name={name} seen={seen} />}
          <WeekNotes card={card} entries={entries} />
          <WeekTotals totals={isKnown && !isUnseen ? split.value.totals : null} />
          <WeekDays
            user_id={user_id}
            days={days}
            isSeen={(day) => sees(user_id, day) === true}
            today={today}
            entries={entries}
            split={split.value}
            isKnown={isKnown}
            locked={isLocked(card)}
            onAdd={mayAdd ? setAdding : null}
          />
        </div>
        {!isUnseen && (
          <Offered entity={timecards}>
            <WeekSteps card={card} user_id={user_id} start={start} entries={entries} />
          </Offered>
        )}
      </div>
      {adding && <EnterTimeDialog date={adding} user_id={user_id} onClose={() => setAdding(null)} />}
    </Page>
  )
}

/** Says which days of somebody's week the reader sees. */
const SomeDays = ({ name, seen }: { name: string; seen: readonly Day[] }) => (
  <p className={css({ textStyle: 'note' })}>
    {seen.length
      ? `Of ${name}’s week you see what you entered and the days on which you lead: ${seen.map((day) => formatWeekday(day).split(',')[0]).join(', ')}.`
      : `Of ${name}’s week you see what you entered: by the published schedule you do not lead ${name} on these days.`}
  </p>
)

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(18rem, 1fr)' },
  gap: '4',
  alignItems: 'start',
  // The bar of a review covers the end of the page.
  paddingBottom: { base: '16', md: '0' },
})
