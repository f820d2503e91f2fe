import { memo, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { Button } from '#ui/button/button.tsx'
import { TimeOffDialog } from '../../dialogs/time-off-dialog.tsx'
import { timeOffRequests, type TimeOffRequest } from '../../entities.ts'
import { spanText } from '../../time-off.ts'

/** Opens the form in which one asks for time off. */
export const AskForTimeOff = () => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="outline" icon="sun" onClick={() => setAsking(true)}>
        Ask for time off
      </Button>
      {asking && <TimeOffDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** The coming time off that one has asked for, with its state; nothing where there is none. @useSignals */
export const OwnRequests = () => {
  const { session, store } = useServices()
  const today = useToday()
  const me = session.user.value?.id ?? 0
  const { items } = useQuery(timeOffRequests, { filters: { user_id: me, from: today } })
  const ids = useSummary(
    items,
    (requests) => requests.flatMap(({ id, withdrawn_at }) => (withdrawn_at === null ? [id] : [])),
    [],
  )
  if (!ids.length) return null
  return (
    <section aria-labelledby="own-time-off" className={css({ column: '0' })}>
      <h2 id="own-time-off" className={css({ textStyle: 'section' })}>
        Your time off
      </h2>
      {ids.map((id) => {
        const item = store.of(timeOffRequests).item(id)
        return item && <Line key={id} item={item} />
      })}
    </section>
  )
}

const Line = memo(({ item }: { item: ReadonlySignal<TimeOffRequest> }) => {
  const request = useRecord(item)
  return (
    <a href={`/schedule/time-off/${request.id}`} className={line}>
      <span>
        <b>{choiceLabel(request.kind)}</b> {spanText(request)}
      </span>
      <StateTag entity={timeOffRequests} record={request} small />
      <WaitingTag entity={timeOffRequests} id={request.id} />
    </a>
  )
})

const line = css({ wrap: '2', minHeight: '11', fontSize: 'sm', '& b': { fontWeight: 'strong' } })
