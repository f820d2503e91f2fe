import { useState } from 'react'
import type { Id } from '#core/access/access.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { deviceZone } from '#lib/moments.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { dayIn, addDays, formatWeekday } from '#lib/days.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useDesk } from '#ui/table/use-width.ts'
import { EmptyState } from '#ui/states/states.tsx'
import { mutedProjects, notifications, type Notification } from '../entities.ts'
import { NotificationRow } from './notification-row.tsx'
import { ReachPanel } from './reach-panel.tsx'
import { useUnread } from './use-unread.ts'

type View = 'unread' | 'all' | 'done'

/** What a person was told: what waits, all of it or what is done, of all jobs or one. @useSignals */
export default function Inbox({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<View>('all')
  const [job, setJob] = useState<Id | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const may = useMay()
  const desk = useDesk()
  const count = useUnread().value.length
  // Servers that know none of this have the plain list.
  const isOffered = may(notifications, 'done')
  const list = (
    <>
      {isOffered && (
        <div className={css({ wrap: '2' })}>
          <Segmented
            aria-label="Which notifications"
            value={view}
            onChange={setView}
            options={[
              { value: 'unread', label: count ? `Unread ${count}` : 'Unread' },
              { value: 'all', label: 'All' },
              { value: 'done', label: 'Done' },
            ]}
          />
          {!desk && (
            <IconButton
              variant="outline"
              icon="sliders-horizontal"
              aria-label="What reaches you"
              onClick={() => setChoosing(true)}
            />
          )}
        </div>
      )}
      <Unread />
      <Told key={view} view={view} job={job} onJob={setJob} onFollow={onClose} />
    </>
  )
  if (isOffered && desk)
    return (
      <Dialog open onClose={onClose} title="Notifications" size="lg" tall>
        <div className={panes}>
          <div>{list}</div>
          <section aria-labelledby="what-reaches-you">
            <h3 id="what-reaches-you" className={css({ textStyle: 'section' })}>
              What reaches you
            </h3>
            <ReachPanel />
          </section>
        </div>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={isChoosing ? 'What reaches you' : 'Notifications'} tall>
      {isChoosing ? (
        <>
          <Button
            variant="ghost"
            icon="arrow-left"
            className={css({ justifySelf: 'start' })}
            onClick={() => setChoosing(false)}
          >
            Notifications
          </Button>
          <ReachPanel />
        </>
      ) : (
        list
      )}
    </Dialog>
  )
}

/** Side by side, each scrolling alone, as high as a dialog may be. */
const panes = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) min(21rem, 50%)',
  height: 'calc(min(100dvh - 3rem, 52rem) - {sizes.16})',
  marginInline: '-5',
  marginBottom: '-5',
  borderTop: '1px solid {colors.line}',
  '& > *': {
    display: 'grid',
    alignContent: 'start',
    gap: '3.5',
    paddingInline: '5',
    paddingBlock: '4',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  },
  '& > section': { borderInlineStart: '1px solid {colors.line}' },
})

const empty = {
  unread: 'Nothing unread.',
  all: 'Nothing yet.',
  done: 'Nothing is done.',
} as const

/** Those of a view, newest first and by day; a row that is read renders alone. @useSignals */
const Told = ({
  view,
  job,
  onJob,
  onFollow,
}: {
  view: View
  job: Id | null
  onJob: (job: Id | null) => void
  onFollow: () => void
}) => {
  const may = useMay()
  const { items: mutedJobs } = useQuery(mutedProjects, { ask: may(mutedProjects, 'create') })
  const { items, state, failure, ask } = useQuery(notifications, view === 'all' ? undefined : { filters: { view } })
  const jobs = useSummary(items, jobsOf, [])
  const shown = jobs.some(({ value }) => value === job) ? job : null
  const days = useSummary(items, (all) => byDay(all, shown), [shown])
  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <>
      {jobs.length > 1 && (
        <Select aria-label="Job" placeholder="All jobs" value={shown} onChange={onJob} options={jobs} clearable />
      )}
      {days.map(({ day, ids }) => (
        <section key={day} aria-label={dayLabel(day)} className={group}>
          <h3 className={heading}>{dayLabel(day)}</h3>
          <ul>
            {ids.map((id) => (
              <li key={id} className={line}>
                <NotificationRow {...{ id, mutedJobs, onFollow }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {days.length === 0 && (
        <EmptyState icon="bell" title={empty[view]}>
          What concerns you appears here: answers, sent-back weeks and what else waits for you.
        </EmptyState>
      )}
    </>
  )
}

const jobsOf = (all: readonly Notification[]) =>
  [...new Map(all.flatMap((one) => (one.project_id === null ? [] : [[one.project_id, one] as const])))]
    .map(([value, { project_number, project_name }]) => ({ value, label: `${project_number} ${project_name}` }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))

/** How much is unread, and a way to read it all. @useSignals */
const Unread = () => {
  const { api } = useServices()
  const [busy, during] = useBusy()
  const unread = useUnread().value.length
  async function readAll() {
    const answer = await during(api(notifications).actOnAll('read_all'))
    if (!answer.ok) toastFailure(answer)
  }
  if (!unread) return null
  return (
    <div className={css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })}>
      <span className={css({ color: 'muted' })}>{unread} unread</span>
      <Button variant="ghost" icon="check" loading={busy} onClick={() => void readAll()}>
        Mark all read
      </Button>
    </div>
  )
}

const byDay = (all: readonly Notification[], job: Id | null) =>
  [...Map.groupBy(job === null ? all : all.filter(({ project_id }) => project_id === job), dayOf)].map(
    ([day, told]) => ({ day, ids: told.map(({ id }) => id) }),
  )
const dayOf = ({ told_at }: Notification) => dayIn(deviceZone, new Date(told_at))
function dayLabel(day: string): string {
  const today = dayIn(deviceZone)
  return day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : formatWeekday(day)
}

const group = css({ marginInline: { base: '-3.5', sm: '-5' } })
const heading = css({
  textStyle: 'label',
  color: 'muted',
  paddingInline: { base: '3.5', sm: '5' },
  paddingBlock: '2',
  background: 'soft',
  borderBlock: '1px solid {colors.line}',
})
const line = css({ background: 'card', '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' } })
