import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useServices } from '#blocks/services/services.tsx'
import { AskDialog } from '#blocks/workflow/lazy-ask-dialog.ts'
import { longText } from '#core/entity/fields.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { AgendaJob } from '../../agenda-shape.ts'
import { replyOn, type Reply } from '../../answers.ts'
import { scheduleEvents } from '../../entities.ts'

type Mine = NonNullable<AgendaJob['mine']>

/** What the user answered to a day, what waits on this device included. @useSignals */
export function useReply(mine: Mine | null, date: Day): Reply {
  const { store } = useServices()
  return useDerived(() => {
    const event = mine && store.of(scheduleEvents).get(mine.event_id)
    return event ? replyOn(event.answers, date) : (mine?.reply ?? 'open')
  }, [store, mine, date])
}

const why = { reason: longText().label('Why can’t you make it?') }

/** Confirm, or say why not. Without a connection the answer waits to be sent. @useSignals */
export const Answer = ({
  job,
  mine,
  quiet,
}: {
  job: AgendaJob
  mine: Mine
  /** Whether another action is the main one. */
  quiet?: boolean
}) => {
  const { api } = useServices()
  const reply = useReply(mine, job.date)
  const [asking, setAsking] = useState(false)
  const [busy, during] = useBusy()
  async function answer(action: 'confirm' | 'decline', reason?: string): Promise<boolean> {
    const result = await during(
      api(scheduleEvents).act(mine.event_id, action, { date: job.date, ...(reason && { reason }) }),
    )
    if (!result.ok) toastFailure(result)
    return result.ok
  }
  return (
    <footer className={foot}>
      {reply === 'confirmed' ? (
        <span className={replyLook} data-reply="confirmed">
          <Icon name="check" size="sm" /> You confirmed
        </span>
      ) : (
        <Button
          variant={quiet ? 'outline' : 'solid'}
          className={quiet ? inBlue : undefined}
          icon="check"
          size="lg"
          loading={busy && !asking}
          onClick={() => void answer('confirm')}
        >
          Confirm
        </Button>
      )}
      {reply === 'declined' ? (
        <span className={replyLook} data-reply="declined">
          <Icon name="x" size="sm" /> You can’t make it
        </span>
      ) : (
        <Button variant="outline" size="lg" onClick={() => setAsking(true)}>
          Can’t make it
        </Button>
      )}
      {asking && (
        <AskDialog
          place={['decline', mine.event_id, job.date]}
          title={`${job.name}, ${formatWeekday(job.date)}`}
          fields={why}
          missing={{ reason: 'Add a reason.' }}
          loading={busy}
          onSend={({ reason }) => answer('decline', String(reason))}
          onClose={() => setAsking(false)}
        />
      )}
    </footer>
  )
}

const inBlue = css({ color: 'primary!' })
const foot = css({
  wrap: '2.5',
  '& > :first-child': { flex: '1.3 1 0', minWidth: 'max-content' },
  '& > :last-child': { flex: '1 1 0', minWidth: 'max-content' },
  paddingTop: '3',
  borderTop: '1px solid {colors.line}',
})
/** What somebody answered: its word, icon and color. */
export const replyLook = css({
  inlineRow: '1',
  fontSize: 'sm',
  fontWeight: 'strong',
  color: 'muted',
  '&[data-reply=confirmed]': { color: 'done' },
  '&[data-reply=declined]': { color: 'conflict' },
})
