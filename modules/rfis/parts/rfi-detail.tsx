import { useEffect } from 'react'
import { useRecords } from '#blocks/query/use-records.ts'
import { useTells } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { dueText } from '#lib/due.ts'
import { can, guest, staff } from '#core/access/access.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { Files } from '../../attachments/index.ts'
import { useCustomFacts } from '../../custom-fields/index.ts'
import { useMessages } from '../../messages/index.ts'
import { users } from '../../users/entities.ts'
import { ItemCard, type ItemDetailProps } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import RfiDialog from '../dialogs/rfi-dialog.tsx'
import { rfis, type Rfi } from '../entities.ts'
import { ballInCourt, isFlagged, mayAnswer } from '../guards.ts'
import { flagsChanged } from './use-flagged.ts'
import { printedRfi, scheduleLabel } from '../printed.ts'
import { useOfficial } from './use-official.tsx'
import { ageOf, daysLate } from './labels.ts'

/** An RFI with its question, state and conversation. @useSignals */
export const RfiDetail = ({ item: rfi, readOnly, onGone }: ItemDetailProps<Rfi>) => {
  const { session, store } = useServices()
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
  const official = useOfficial(rfi)
  useViewing(rfi)
  const isAuthor = rfi.user_id === user?.id
  const mayEdit = can('edit', 'rfis')(user) || (isAuthor && can('create', 'rfis')(user))
  return (
    <ItemCard
      entity={rfis}
      record={rfi}
      name={`RFI ${numberOf(rfi)}`}
      tags={
        rfi.resolved_at ? (
          <Tag tone="done">Resolved</Tag>
        ) : !rfi.sent_at ? (
          <Tag>Not sent</Tag>
        ) : (
          due && <Tag tone={daysLate(rfi, today) ? 'attention' : 'neutral'}>{due}</Tag>
        )
      }
      text={rfi.question}
      facts={[
        { label: 'Ball in court', value: turn === null ? 'Nobody' : nameOf(turn) },
        { label: 'Asked by', value: nameOf(rfi.user_id) },
        { label: 'Assigned to', value: rfi.assigned_id === null ? '' : nameOf(rfi.assigned_id) },
        { label: 'Age', value: ageOf(rfi, Date.now()) },
        ...(tells(rfis, 'cost_impact') ? [{ label: 'Cost', value: choiceLabel(rfi.cost_impact) }] : []),
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
        ...custom,
      ]}
      readOnly={readOnly}
      mayEdit={mayEdit && !rfi.resolved_at}
      Form={RfiDialog}
      steps={guest(user) ? 'none' : 'head'}
      {...(official && { asks: { resolve: official } })}
      printed={printedRfi(
        rfi,
        rfi.distributions.flatMap(({ user_id }) => store.of(users).peek(user_id)?.name ?? []),
      )}
      mayWrite={mayAnswer(rfi, user)}
      mayDecide={staff(user) && (isAuthor || can('edit', 'rfis')(user))}
      nobodyWrote="Nobody answered yet."
      onGone={onGone}
    >
      <Files
        on={{ type: 'rfis', id: rfi.id }}
        mayAdd={!readOnly && rfi.sent_at === null && staff(user)}
        mayEdit={({ user_id }) => !readOnly && user_id === user?.id}
      />
    </ItemCard>
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
