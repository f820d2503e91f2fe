import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useRecord } from '#blocks/query/use-record.ts'
import { useToday } from '#blocks/today/today.ts'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { numberOf, punchItems, type PunchItem } from '../entities.ts'
import { mayAddPhoto, mayComplete } from '../guards.ts'
import { daysLate, dueLabel, isRejected, priorityLabels, workOf } from './labels.ts'
import { PhotoPair } from './photo-pair.tsx'

export interface PunchRowProps {
  item: ReadonlySignal<PunchItem>
  href: string
  /** Whether it is the one shown beside the list. */
  isOpen: boolean
  /** Whether the project can be changed. */
  isActive: boolean
  /** Leaves out what does not fit beside an open item. */
  narrow: boolean
  /** Undefined where items cannot be selected. */
  selected: boolean | undefined
  onSelect: (id: number, on: boolean) => void
}

/** An item in its project's list: what, where and who, its photos, and what its state asks for. @useSignals */
export const PunchRow = memo(({ item: signal, href, isOpen, isActive, narrow, selected, onSelect }: PunchRowProps) => {
  const today = useToday()
  const item = useRecord(signal)
  const late = daysLate(item, today) > 0 || undefined
  const number = numberOf(item)
  const due = dueLabel(item, today)
  return (
    <div
      className={row}
      data-open={isOpen || undefined}
      data-narrow={narrow || undefined}
      data-selected={selected || undefined}
      data-rejected={isRejected(item) || undefined}
    >
      <Select id={item.id} number={number} selected={selected} onSelect={onSelect} />
      <span className={numbered}>{number}</span>
      <Photos item={signal} isActive={isActive} />
      <a href={href} className={main} aria-current={isOpen ? 'true' : undefined}>
        <b className={ellipsis}>{item.title}</b>
        <span className={where}>
          <span className={onPhone}>{number} · </span>
          {[item.location, ...(item.private ? ['Private'] : [])].filter(Boolean).join(' · ')}
          {due && (
            <span className={onPhone} data-late={late}>
              {item.location && ' · '}
              {due}
            </span>
          )}
        </span>
        <WaitingTag entity={punchItems} id={item.id} />
      </a>
      {!narrow && (
        <>
          <span className={fact}>{item.trade}</span>
          <span className={fact} data-late={item.priority === 'high' || undefined}>
            {priorityLabels[item.priority]}
          </span>
        </>
      )}
      <span className={person}>
        {item.assigned_name && <Avatar name={item.assigned_name} size="sm" decorative={!narrow} />}
        {!narrow && <span className={ellipsis}>{item.assigned_name ?? 'Nobody yet'}</span>}
      </span>
      <span className={fact} data-late={late}>
        {due}
      </span>
      {!narrow && <span className={steps}>{isActive && workOf(item) === 'completed' && <Check item={signal} />}</span>}
      {isRejected(item) && (
        <p className={rejection}>
          <b className={css({ color: 'attention' })}>Rejected</b> by {item.rejected_name}: {item.rejected_reason}
        </p>
      )}
    </div>
  )
})

/** The parts of a row that show little of it, and that many changes do not concern. */
const Select = memo(
  ({ id, number, selected, onSelect }: Pick<PunchRowProps, 'selected' | 'onSelect'> & { id: Id; number: string }) => (
    <span className={select}>
      {selected !== undefined && (
        <Checkbox value={selected} onChange={(on) => onSelect(id, on)} aria-label={`Select ${number}`} />
      )}
    </span>
  ),
)
/** @useSignals */
const Photos = memo(({ item: signal, isActive }: Pick<PunchRowProps, 'item' | 'isActive'>) => {
  const user = useServices().session.user.value
  const item = useRecord(signal)
  return (
    <PhotoPair
      item={item}
      mayAdd={isActive && workOf(item) !== 'closed' && mayAddPhoto(item, user)}
      mayComplete={workOf(item) === 'open' && user !== null && mayComplete(item, user)}
    />
  )
})
/** Reject and Close for whoever checks it, and otherwise that it is completed. @useSignals */
const Check = memo(({ item: signal }: Pick<PunchRowProps, 'item'>) => {
  const item = useRecord(signal)
  return <Steps compact entity={punchItems} record={item} otherwise={<StateTag entity={punchItems} record={item} />} />
})

const row = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: {
    base: 'auto minmax(0, 1fr) auto',
    md: '1.25rem 2.25rem 5.75rem minmax(0, 1fr) 5.5rem 8.5rem 6.5rem',
    lg: '1.25rem 2.25rem 5.75rem minmax(0, 1fr) 5.5rem 4.5rem 9rem 7rem 9rem',
  },
  alignItems: 'center',
  gap: '3',
  minHeight: '3.75rem',
  paddingInline: { base: '2.5', md: '4' },
  paddingBlock: '1.5',
  '&[data-narrow]': { gridTemplateColumns: { md: '1.25rem 2.25rem 5.75rem minmax(0, 1fr) auto auto' } },
  _hover: { background: 'soft' },
  '&[data-open], &[data-selected]': { background: 'primary.soft' },
  '&[data-rejected]': { mdDown: { background: 'attention.soft' } },
})
const ellipsis = css({ display: 'block', truncate: true })
const select = css({ position: 'relative', zIndex: '1', mdDown: { display: 'none' } })
const numbered = css({ color: 'muted', fontWeight: 'strong', mdDown: { display: 'none' } })
/** The link covers the whole row, below its buttons. */
const main = css({
  order: { base: '1', md: '0' },
  minWidth: '0',
  _after: { content: '""', position: 'absolute', inset: '0' },
  _focusVisible: { outline: 'none', _after: { outline: '2px solid {colors.primary}', outlineOffset: '-2px' } },
})
const where = css({ display: 'block', textStyle: 'small', color: 'muted' })
const onPhone = css({ md: { display: 'none' }, '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
const fact = css({
  mdDown: { display: 'none' },
  textStyle: 'small',
  color: 'muted',
  '&[data-late]': { color: 'attention', fontWeight: 'strong' },
})
const person = css({
  display: { base: 'none', md: 'flex' },
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  textStyle: 'small',
})
const steps = css({ mdDown: { display: 'none' }, justifySelf: 'end' })
const rejection = css({ order: '3', gridColumn: { base: '1 / -1', md: '4 / -1' }, textStyle: 'small' })
