import type { ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import type { Result } from '#core/resource/result.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { toastFailure } from '../failure/toast-failure.ts'
import { useResource } from '../services/services.tsx'
import { useReorder, type Grip } from './use-reorder.ts'

interface GroupProps<E extends Entity> {
  entity: E
  items: readonly ReadonlySignal<RecordOf<E>>[]
  onEdit: ((record: RecordOf<E>) => void) | undefined
  onDelete: ((record: RecordOf<E>) => void) | undefined
  children: (record: RecordOf<E>) => ReactNode
}

const has = ({ fields }: Entity, name: string) => name in (fields as Fields)
/** The cast is safe because the caller has checked that the entity has these fields. */
const draftOf = <E extends Entity>(values: object) => values as DraftOf<E>
const toastIfFailed = (answer: Result<unknown>) => {
  if (!answer.ok) toastFailure(answer)
}

/** A group of rows on a setup page, which can be sorted among each other. */
export const SetupGroup = <E extends Entity>({ entity, items, onEdit, onDelete, children }: GroupProps<E>) => {
  const resource = useResource(entity)
  const byId = new Map(items.map((item) => [item.peek().id, item]))
  const sorted = has(entity, 'sort')
  const { order, dragged, grip } = useReorder([...byId.keys()], (chosen) => {
    const drafts = chosen.map((id, sort) => draftOf<E>({ id, sort }))
    return resource.saveMany(drafts).then(toastIfFailed)
  })
  return (
    <Card flush role="list" data-reorder>
      {order.flatMap((id) => {
        const item = byId.get(id)
        return item
          ? [
              <Row
                key={id}
                id={id}
                item={item}
                title={entity.display.title}
                dragged={dragged === id}
                grip={sorted && onEdit && items.length > 1 ? grip(id) : undefined}
                onActive={
                  onEdit && has(entity, 'active')
                    ? (active) => void resource.save(draftOf<E>({ id, active })).then(toastIfFailed)
                    : undefined
                }
                onEdit={onEdit}
                onDelete={onDelete}
              >
                {children}
              </Row>,
            ]
          : []
      })}
    </Card>
  )
}

interface RowProps<R> {
  id: number
  item: ReadonlySignal<R>
  title: (record: R) => string
  dragged: boolean
  grip: Grip | undefined
  onActive: ((active: boolean) => void) | undefined
  onEdit: ((record: R) => void) | undefined
  onDelete: ((record: R) => void) | undefined
  children: (record: R) => ReactNode
}

const Row = <R extends object>({
  id,
  item,
  title,
  dragged,
  grip,
  onActive,
  onEdit,
  onDelete,
  children,
}: RowProps<R>) => {
  const record = item.value
  const active = !('active' in record) || record.active === true
  const name = title(record)
  return (
    <div role="listitem" className={line} data-reorder-id={id} data-dragged={dragged || undefined}>
      {grip && (
        <IconButton
          icon="grip-vertical"
          aria-label={`Move ${name}`}
          aria-description="Arrow up and down move it."
          className={handle}
          {...grip}
        />
      )}
      <span className={content} data-off={!active || undefined}>
        {children(record)}
      </span>
      {onActive && <Switch value={active} onChange={onActive} aria-label={`${name} is in use`} />}
      {onEdit && <IconButton icon="pencil" aria-label={`Edit ${name}`} onClick={() => onEdit(record)} />}
      {onDelete && <IconButton icon="trash-2" aria-label={`Delete ${name}`} onClick={() => onDelete(record)} />}
    </div>
  )
}

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'row',
  paddingInline: '3.5',
  background: 'card',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
  '&[data-dragged]': { boxShadow: 'floating', position: 'relative', zIndex: '1' },
})
const handle = css({ cursor: 'grab!', touchAction: 'none', marginInlineStart: '-2' })
const content = css({ flex: '1', minWidth: '0', '&[data-off]': { color: 'faint', textDecoration: 'line-through' } })
