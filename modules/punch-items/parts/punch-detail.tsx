import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { ItemCard, type ItemDetailProps } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import PunchItemDialog from '../dialogs/punch-item-dialog.tsx'
import { punchItems, type PunchItem } from '../entities.ts'
import { daysLate, dueLabel, isRejected } from './labels.ts'
import { PunchPhotos } from './punch-photos.tsx'

/** A punch item: what is wrong and who does it, photos before and after, its conversation and history. @useSignals */
export const PunchDetail = ({ item, readOnly, onGone }: ItemDetailProps<PunchItem>) => {
  const { session } = useServices()
  const today = useToday()
  const due = dueLabel(item, today, { bare: true })
  return (
    <ItemCard
      entity={punchItems}
      record={item}
      name={`Punch item ${numberOf(item)}`}
      tags={
        <>
          <StateTag entity={punchItems} record={item} />
          {item.private && <Tag>Private</Tag>}
        </>
      }
      text={item.description}
      facts={[
        { label: 'Location', value: item.location },
        { label: 'Trade', value: item.trade },
        { label: 'Priority', value: choiceLabel(item.priority) },
        { label: 'Assigned to', value: item.assigned_name ?? 'Nobody yet' },
        { label: 'Due', value: <span data-late={daysLate(item, today) > 0 || undefined}>{due || 'No date'}</span> },
        { label: 'Made by', value: item.user_name },
        { label: 'Completed by', value: item.completed_name },
        { label: 'Closed by', value: item.closed_name },
      ]}
      readOnly={readOnly}
      mayEdit={can('edit', 'punchItems')(session.user.value)}
      Form={PunchItemDialog}
      onGone={onGone}
      above={
        <>
          {isRejected(item) && (
            <p className={rejection}>
              <b>Rejected</b> by {item.rejected_name}: {item.rejected_reason}
            </p>
          )}
          <PunchPhotos item={item} readOnly={readOnly} />
        </>
      }
    />
  )
}

const rejection = css({
  paddingInline: '3.5',
  paddingBlock: '2.5',
  borderRadius: 'lg',
  background: 'attention.soft',
  color: 'attention',
  overflowWrap: 'anywhere',
})
