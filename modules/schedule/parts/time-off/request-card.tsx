import { useState } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { Card } from '#ui/card/card.tsx'
import { TimeOffDialog } from '../../dialogs/time-off-dialog.tsx'
import { timeOffRequests, type TimeOffRequest } from '../../entities.ts'
import { isAsked, spanText } from '../../time-off.ts'
import { BalanceLine } from './balance.tsx'

/** A request for time off, for who asked and who answers. @useSignals */
export const RequestCard = ({ request }: { request: TimeOffRequest }) => {
  const me = useServices().session.user.value?.id
  const [changing, setChanging] = useState(false)
  const { user_id, user_name, kind, note, declined_reason, granted_name, declined_name } = request
  const answered = request.declined_at === null ? (request.granted_at === null ? null : granted_name) : declined_name
  const mayChange = user_id === me && isAsked(request)
  return (
    <Card className={css({ column: '4' })}>
      <div className={css({ wrap: '2' })}>
        <StateTag entity={timeOffRequests} record={request} />
        <WaitingTag entity={timeOffRequests} id={request.id} />
        <div className={css({ flow: '2', marginInlineStart: 'auto' })}>
          <Steps
            entity={timeOffRequests}
            record={request}
            items={mayChange ? [{ label: 'Change', icon: 'pencil', onSelect: () => setChanging(true) }] : []}
          />
        </div>
      </div>
      <div>
        <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{user_name}</h2>
        <p>{spanText(request)}</p>
      </div>
      <Facts
        items={[
          { label: 'Kind', value: choiceLabel(kind) },
          ...(note ? [{ label: 'Note', value: note }] : []),
          ...(answered ? [{ label: 'Answered by', value: answered }] : []),
          ...(declined_reason ? [{ label: 'Reason', value: declined_reason }] : []),
        ]}
      />
      <BalanceLine person={user_id} kind={kind} year={request.start_date.slice(0, 4)} />
      <Offered entity={timeOffRequests} verb="history">
        <details>
          <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>History</summary>
          <History entity={timeOffRequests} record={request} />
        </details>
      </Offered>
      {changing && <TimeOffDialog record={request} onClose={() => setChanging(false)} />}
    </Card>
  )
}
