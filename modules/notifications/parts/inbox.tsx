import { useBusy } from '#blocks/failure/use-busy.ts'
import { deviceZone } from '#lib/moments.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { dayIn, addDays, formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { notifications, type Notification } from '../entities.ts'
import { NotificationRow } from './notification-row.tsx'
import { useUnread } from './use-unread.ts'

/** What a person was told, newest first and by day; a row that is read renders alone. @useSignals */
export default function Inbox({ onClose }: { onClose: () => void }) {
  const { items, state, failure, ask } = useQuery(notifications)
  const days = useSummary(items, byDay, [])
  return (
    <Dialog open onClose={onClose} title="Notifications" tall>
      <Unread />
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : days.length > 0 ? (
        days.map(({ day, ids }) => (
          <section key={day} aria-label={dayLabel(day)} className={group}>
            <h3 className={heading}>{dayLabel(day)}</h3>
            <ul>
              {ids.map((id) => (
                <li key={id} className={line}>
                  <NotificationRow id={id} onFollow={onClose} />
                </li>
              ))}
            </ul>
          </section>
        ))
      ) : (
        <EmptyState icon="bell" title="Nothing yet.">
          What concerns you appears here: answers, sent-back weeks and what else waits for you.
        </EmptyState>
      )}
    </Dialog>
  )
}

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

const byDay = (all: readonly Notification[]) =>
  [...Map.groupBy(all, dayOf)].map(([day, told]) => ({ day, ids: told.map(({ id }) => id) }))
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
