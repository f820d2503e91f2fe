import { useBusy } from '#blocks/failure/use-busy.ts'
import { deviceZone } from '#lib/moments.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { dayIn, addDays, formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { notifications, type Notification } from '../entities.ts'
import { NotificationRow } from './notification-row.tsx'

/** What a person was told, newest first and by day. @useSignals */
export default function Inbox({ onClose }: { onClose: () => void }) {
  const { api } = useServices()
  const { items, state, failure, ask } = useQuery(notifications)
  const [busy, during] = useBusy()
  const all = useRecords(items)
  const unread = all.filter(({ read_at }) => read_at === null).length
  async function readAll() {
    const answer = await during(api(notifications).actOnAll('read_all'))
    if (!answer.ok) toastFailure(answer)
  }
  return (
    <Dialog open onClose={onClose} title="Notifications" tall>
      {unread > 0 && (
        <div className={css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })}>
          <span className={css({ color: 'muted' })}>{unread} unread</span>
          <Button variant="ghost" icon="check" loading={busy} onClick={() => void readAll()}>
            Mark all read
          </Button>
        </div>
      )}
      {state.value === 'never' ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : all.length > 0 ? (
        [...Map.groupBy(all, dayOf)].map(([day, told]) => (
          <section key={day} aria-label={dayLabel(day)} className={group}>
            <h3 className={heading}>{dayLabel(day)}</h3>
            <ul>
              {told.map((one) => (
                <li key={one.id} className={line}>
                  <NotificationRow notification={one} onFollow={onClose} />
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
