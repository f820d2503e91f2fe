import { useServices } from '#blocks/services/services.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import type { Column } from '#ui/table/column.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { itemColumns } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { isWorkOf, mayAddPhoto } from '../guards.ts'
import { daysLate, dueLabel, isRejected, workOf } from './labels.ts'
import { PhotoPair } from './photo-pair.tsx'

/** Whether it can be changed: its project is not archived. */
const isActive = ({ project_archived_at }: PunchItem) => project_archived_at === null

/** @useSignals */
const Photos = ({ item, only }: { item: PunchItem; only?: 'before' | 'after' }) => {
  const user = useServices().session.user.value
  return (
    <PhotoPair
      small
      {...(only && { only })}
      item={item}
      mayAdd={isActive(item) && workOf(item) !== 'closed' && mayAddPhoto(item, user)}
      mayComplete={workOf(item) === 'open' && user !== null && isWorkOf(item, user)}
    />
  )
}

const Rejection = ({ item }: { item: PunchItem }) => (
  <>
    <Tag small tone="attention">
      Rejected
    </Tag>{' '}
    <span className={css({ textStyle: 'note' })}>
      by {item.rejected_name}: {item.rejected_reason}
    </span>
  </>
)

const of = itemColumns<typeof punchItems, PunchItem>(punchItems, { late: daysLate, due: dueLabel })

/** Reject and Close for whoever checks it, and otherwise that it is completed. */
const Check = ({ item }: { item: PunchItem }) =>
  isActive(item) &&
  workOf(item) === 'completed' && (
    <span className={css({ display: 'inline-flex', gap: '1.5', verticalAlign: 'middle' })}>
      <Steps compact entity={punchItems} record={item} otherwise={<StateTag entity={punchItems} record={item} />} />
    </span>
  )

/** A punch item in a list: what, where and who, its photos, and what its state asks for. */
export const columns: readonly Column<PunchItem>[] = [
  { ...of.number, phoneCell: (item) => (isRejected(item) ? <Rejection item={item} /> : numberOf(item)) },
  {
    key: 'photos',
    header: 'Photos',
    cell: (item) => <Photos item={item} />,
    phoneCell: (item) => <Photos item={item} only="before" />,
    width: '5rem',
    phone: 'start',
  },
  {
    key: 'title',
    header: 'Title',
    cell: (item) => (
      <>
        <b>{item.title}</b> {isRejected(item) && <Rejection item={item} />}
      </>
    ),
    phoneCell: ({ title }) => title,
    sortable: true,
    width: 'minmax(10rem, 2fr)',
    phone: 'title',
  },
  {
    key: 'location',
    header: 'Where',
    cell: (item) => [item.location, ...(item.private ? ['Private'] : [])].filter(Boolean).join(' · '),
    sortable: true,
    wide: true,
    phone: 'sub',
  },
  {
    key: 'trade',
    header: 'Trade',
    cell: ({ trade }) => trade,
    sortable: true,
    width: '7rem',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'priority',
    header: 'Priority',
    cell: ({ priority }) => (
      <span className={fact} data-late={priority === 'high' || undefined}>
        {choiceLabel(priority)}
      </span>
    ),
    width: '5.5rem',
    wide: true,
    phone: 'hidden',
  },
  of.assigned,
  of.due,
  {
    key: 'check',
    header: 'Check',
    cell: (item) => <Check item={item} />,
    phoneCell: (item) => <Photos item={item} only="after" />,
    width: '11rem',
    wide: true,
    align: 'end',
    phone: 'end',
  },
]

const fact = css({ '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
