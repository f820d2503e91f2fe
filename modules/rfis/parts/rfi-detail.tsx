import { useEffect, useState } from 'react'
import { useRecords } from '#blocks/query/use-records.ts'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { Facts } from '#blocks/detail/facts.tsx'
import { History } from '#blocks/history/history.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { Offered, useTells } from '#blocks/offered/offered.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { dueText } from '#lib/due.ts'
import { can, guest, staff } from '#core/access/access.ts'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Files } from '../../attachments/index.ts'
import { PlaceLink } from '../../drawings/components.ts'
import { useCustomFacts } from '../../custom-fields/index.ts'
import { Conversation, useMessages } from '../../messages/index.ts'
import { users } from '../../users/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt, isFlagged, mayAnswer } from '../guards.ts'
import { flagsChanged } from './use-flagged.ts'
import { RfiSteps } from './rfi-steps.tsx'
import { ageOf, costLabels, daysLate, scheduleLabel } from './labels.ts'

/** An RFI with its question, state and conversation. @useSignals */
export const RfiDetail = ({ rfi, readOnly = false, onGone }: { rfi: Rfi; readOnly?: boolean; onGone: () => void }) => {
  const { session, store } = useServices()
  const [removing, setRemoving] = useState(false)
  const tells = useTells()
  const user = session.user.value
  const today = useToday()
  const turn = ballInCourt(rfi)
  // Guests have few users in their store; the RFI itself includes the names of its author and assignee.
  const knownNames = new Map([
    [rfi.assigned_id, rfi.assigned_name],
    [rfi.user_id, rfi.user_name],
  ])
  const nameOf = (id: number) => (id === user?.id ? 'You' : (store.of(users).get(id)?.name ?? knownNames.get(id)))
  const custom = useCustomFacts('rfis', rfi.custom_field_values)
  const due = dueText(rfi.due_date, today)
  useViewing(rfi)
  return (
    <ParentScope project_id={rfi.project_id}>
      <Card className={css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' })}>
        <div className={head}>
          <span className={css({ color: 'muted', fontWeight: 'strong' })}>RFI {numberOf(rfi)}</span>
          {rfi.resolved_at ? (
            <Tag tone="done">Resolved</Tag>
          ) : !rfi.sent_at ? (
            <Tag>Not sent</Tag>
          ) : (
            due && <Tag tone={daysLate(rfi, today) ? 'attention' : 'neutral'}>{due}</Tag>
          )}
          <WaitingTag entity={rfis} id={rfi.id} />
          <span className={css({ flex: '1' })} />
          {!readOnly && !guest(user) && <RfiSteps rfi={rfi} onDelete={() => setRemoving(true)} />}
        </div>
        <div>
          <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{rfi.title}</h2>
          <p className={question}>{rfi.question}</p>
          <Files
            on={{ type: 'rfis', id: rfi.id }}
            mayAdd={!readOnly && rfi.sent_at === null && staff(user)}
            mayEdit={({ user_id }) => !readOnly && user_id === user?.id}
          />
        </div>
        <Facts
          items={[
            { label: 'Ball in court', value: turn === null ? 'Nobody' : nameOf(turn) },
            { label: 'Asked by', value: nameOf(rfi.user_id) },
            { label: 'Assigned to', value: rfi.assigned_id === null ? '' : nameOf(rfi.assigned_id) },
            { label: 'Age', value: ageOf(rfi, Date.now()) },
            ...(tells(rfis, 'cost_impact') ? [{ label: 'Cost', value: costLabels[rfi.cost_impact] }] : []),
            ...(tells(rfis, 'schedule_impact_days')
              ? [{ label: 'Schedule', value: scheduleLabel(rfi.schedule_impact_days) }]
              : []),
            {
              label: 'Distribution',
              value: rfi.distributions
                .map(({ user_id }) => nameOf(user_id))
                .filter(Boolean)
                .join(', '),
            },
            ...(rfi.pin ? [{ label: 'On sheet', value: <PlaceLink entity={rfis} record={rfi} /> }] : []),
            ...custom,
          ]}
        />
        <hr className={css({ border: '0', borderTop: '1px solid {colors.line}' })} />
        <Conversation
          about={{ type: 'rfis', id: rfi.id }}
          mayWrite={!readOnly && mayAnswer(rfi, user)}
          mayDelete={!readOnly && can('delete', 'rfis')(user)}
          mayDecide={!readOnly && staff(user) && (rfi.user_id === user?.id || can('edit', 'rfis')(user))}
          empty="Nobody answered yet."
        />
        {staff(user) && (
          <Offered entity={rfis} verb="history">
            <details>
              <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>History</summary>
              <History entity={rfis} record={rfi} />
            </details>
          </Offered>
        )}
        {removing && <DeleteRecord entity={rfis} record={rfi} onClose={() => setRemoving(false)} onDeleted={onGone} />}
      </Card>
    </ParentScope>
  )
}

/** Marks the RFI and its messages as viewed whenever they are unread and the page is visible. @useSignals */
function useViewing(rfi: Rfi) {
  const { api, session } = useServices()
  const { items } = useMessages({ type: 'rfis', id: rfi.id })
  const thread = useRecords(items)
  const me = session.user.value?.id ?? 0
  const unread = isFlagged(rfi, thread, me)
  const { id, project_id } = rfi
  useEffect(() => {
    if (!unread) return undefined
    const view = async () => {
      if (document.visibilityState !== 'visible') return
      const { ok } = await api.across(rfis).act(id, 'mark_messages_viewed')
      if (ok) flagsChanged(api)
    }
    void view()
    document.addEventListener('visibilitychange', view)
    return () => document.removeEventListener('visibilitychange', view)
  }, [api, id, project_id, unread, thread.length])
}

const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const question = css({ marginTop: '1', maxWidth: 'reading', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
