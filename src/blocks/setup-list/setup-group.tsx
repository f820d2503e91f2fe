import { memo, useId, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import type { Result } from '#core/resource/result.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { toastFailure } from '../failure/toast-failure.ts'
import { useRecord } from '../query/use-record.ts'
import { useResource, useServices } from '../services/services.tsx'
import { useReorder, type Grip } from './use-reorder.ts'

interface ToolsProps<E extends Entity> {
  entity: E
  onEdit: ((record: RecordOf<E>) => void) | undefined
  onDelete: ((record: RecordOf<E>) => void) | undefined
  /** What a row shows; by default its record's title. The same for as long as it shows the same. */
  children?: ((item: ReadonlySignal<RecordOf<E>>) => ReactNode) | undefined
}
type GroupProps<E extends Entity> = ToolsProps<E> & { ids: readonly Id[] }

const has = ({ fields }: Entity, name: string) => name in (fields as Fields)
/** The cast is safe because the caller has checked that the entity has these fields. */
const draftOf = <E extends Entity>(values: object) => values as DraftOf<E>
const toastIfFailed = (answer: Result<unknown>) => {
  if (!answer.ok) toastFailure(answer)
}

/** A group of rows on a setup page, which can be sorted among each other. */
export const SetupGroup = <E extends Entity>({ entity, ids, onEdit, ...tools }: GroupProps<E>) => {
  const { store } = useServices()
  const resource = useResource(entity)
  const sorted = has(entity, 'sort') && onEdit && ids.length > 1
  const { order, dragged, grip } = useReorder(ids, (chosen) => {
    const drafts = chosen.map((id, sort) => draftOf<E>({ id, sort }))
    return resource.saveMany(drafts).then(toastIfFailed)
  })
  return (
    <Card flush role="list" data-reorder>
      {order.flatMap((id) => {
        const item = store.of(entity).item(id)
        if (!item) return []
        const moves = sorted ? grip : undefined
        return <Row key={id} {...tools} {...{ entity, id, item, onEdit }} grip={moves} dragged={dragged === id} />
      })}
    </Card>
  )
}

interface RowProps<E extends Entity> extends ToolsProps<E> {
  id: Id
  item: ReadonlySignal<RecordOf<E>>
  dragged: boolean
  grip: ((id: Id) => Grip) | undefined
}

/** A row, which reads nothing of its record: what a change concerns renders by itself. */
const RowView = <E extends Entity>({ entity, id, item, dragged, grip, onEdit, onDelete, children }: RowProps<E>) => {
  const own = useId()
  // The names of the buttons end with the record's title, which is one text for all of them.
  const named = (verb: string) => ({
    id: `${own}-${verb}`,
    'aria-label': verb,
    'aria-labelledby': `${own}-${verb} ${own}`,
  })
  return (
    <div role="listitem" className={line} data-reorder-id={id} data-dragged={dragged || undefined}>
      <Named id={own} entity={entity} item={item} />
      {grip && (
        <IconButton
          icon="grip-vertical"
          {...named('Move')}
          aria-description="Arrow up and down move it."
          className={handle}
          {...grip(id)}
        />
      )}
      <Content item={item}>{children?.(item) ?? <RecordTitle entity={entity} item={item} />}</Content>
      {onEdit && has(entity, 'active') && <InUse entity={entity} item={item} />}
      {onEdit && <IconButton icon="pencil" {...named('Edit')} onClick={() => onEdit(item.peek())} />}
      {onDelete && <IconButton icon="trash-2" {...named('Delete')} onClick={() => onDelete(item.peek())} />}
    </div>
  )
}
// `memo` forgets that the component is generic.
const Row = memo(RowView) as typeof RowView

interface OfRecord<E extends Entity> {
  entity: E
  item: ReadonlySignal<RecordOf<E>>
}

/** The title of a record, which renders alone when it changes. */
export const RecordTitle = <E extends Entity>({ entity, item }: OfRecord<E>) => entity.display.title(useRecord(item))

/** What is read out for a row's buttons, and found by no search of the page. */
const Named = <E extends Entity>({ id, entity, item }: OfRecord<E> & { id: string }) => (
  <span hidden id={id} aria-label={entity.display.title(useRecord(item))} />
)

const isActive = (record: object) => !('active' in record) || record.active === true

const Content = ({ item, children }: { item: ReadonlySignal<object>; children: ReactNode }) => (
  <span className={content} data-off={!isActive(useRecord(item)) || undefined}>
    {children}
  </span>
)

const InUse = <E extends Entity>({ entity, item }: OfRecord<E>) => {
  const resource = useResource(entity)
  const save = (active: boolean) => void resource.save(draftOf<E>({ id: item.peek().id, active })).then(toastIfFailed)
  return (
    <Switch value={isActive(useRecord(item))} onChange={save}>
      <span className={css({ srOnly: true })}>
        <RecordTitle entity={entity} item={item} /> is in use
      </span>
    </Switch>
  )
}

const line = css({
  row: '1',
  // Large letters leave the buttons a line of their own.
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  minHeight: 'row',
  paddingInline: '3.5',
  background: 'card',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
  '&[data-dragged]': { boxShadow: 'floating', position: 'relative', zIndex: '1' },
})
const handle = css({ cursor: 'grab!', touchAction: 'none', marginInlineStart: '-2' })
const content = css({
  flex: '1 1 7rem',
  minWidth: '0',
  '&[data-off]': { color: 'faint', textDecoration: 'line-through' },
})
