import { useState } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { History } from '#blocks/history/history.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { can, staff } from '#core/access/access.ts'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { PlaceLink } from '../../drawings/components.ts'
import { Conversation } from '../../messages/index.ts'
import PunchItemDialog from '../dialogs/punch-item-dialog.tsx'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { daysLate, dueLabel, isRejected, priorityLabels } from './labels.ts'
import { PunchPhotos } from './punch-photos.tsx'

/** A punch item: what is wrong and who does it, photos before and after, its conversation and history. @useSignals */
export const PunchDetail = ({ item, readOnly, onGone }: { item: PunchItem; readOnly: boolean; onGone: () => void }) => {
  const { session } = useServices()
  const today = useToday()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const user = session.user.value
  const close = () => setOpen(null)
  const due = dueLabel(item, today, { bare: true })
  return (
    <Card className={css({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' })}>
      <div className={head}>
        <span className={css({ color: 'muted', fontWeight: 'strong' })}>Punch item {numberOf(item)}</span>
        <StateTag entity={punchItems} record={item} />
        {item.private && <Tag>Private</Tag>}
        <WaitingTag entity={punchItems} id={item.id} />
        <span className={css({ flex: '1' })} />
        {!readOnly && (
          <Steps
            entity={punchItems}
            record={item}
            items={[
              ...(can('edit', 'punchItems')(user)
                ? [{ label: 'Edit', icon: 'pencil' as const, onSelect: () => setOpen('edit') }]
                : []),
              ...(can('delete', 'punchItems')(user)
                ? [
                    {
                      label: 'Delete',
                      icon: 'trash-2' as const,
                      danger: true,
                      separated: true,
                      onSelect: () => setOpen('delete'),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </div>
      <div>
        <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{item.title}</h2>
        {item.description && <p className={paragraph}>{item.description}</p>}
      </div>
      {isRejected(item) && (
        <p className={rejection}>
          <b>Rejected</b> by {item.rejected_name}: {item.rejected_reason}
        </p>
      )}
      <PunchPhotos item={item} readOnly={readOnly} />
      <Facts
        items={[
          { label: 'Location', value: item.location },
          { label: 'Trade', value: item.trade },
          { label: 'Priority', value: priorityLabels[item.priority] },
          { label: 'Assigned to', value: item.assigned_name ?? 'Nobody yet' },
          {
            label: 'Due',
            value: <span data-late={daysLate(item, today) > 0 || undefined}>{due || 'No date'}</span>,
          },
          { label: 'Made by', value: item.user_name },
          { label: 'Completed by', value: item.completed_name },
          { label: 'Closed by', value: item.closed_name },
          ...(item.pin ? [{ label: 'On sheet', value: <PlaceLink entity={punchItems} record={item} /> }] : []),
        ]}
      />
      <hr className={css({ border: '0', borderTop: '1px solid {colors.line}' })} />
      <Conversation
        about={{ type: punchItems.table, id: item.id }}
        mayWrite={!readOnly}
        mayDelete={!readOnly && can('delete', 'punchItems')(user)}
        mayDecide={false}
      />
      {staff(user) && (
        <Offered entity={punchItems} verb="history">
          <details>
            <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>History</summary>
            <History entity={punchItems} record={item} />
          </details>
        </Offered>
      )}
      {open === 'edit' && <PunchItemDialog project_id={item.project_id} record={item} onClose={close} />}
      {open === 'delete' && <DeleteRecord entity={punchItems} record={item} onClose={close} onDeleted={onGone} />}
    </Card>
  )
}

const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
const paragraph = css({ marginTop: '1', maxWidth: 'reading', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
const rejection = css({
  paddingInline: '3.5',
  paddingBlock: '2.5',
  borderRadius: 'lg',
  background: 'attention.soft',
  color: 'attention',
  overflowWrap: 'anywhere',
})
