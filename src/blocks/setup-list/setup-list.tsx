import { useEffect, useState, type ReactNode } from 'react'
import { css } from '#css/css'
import type { ReadonlySignal } from '@preact/signals-react'
import { guardOf, nounOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { DeleteRecord } from '../entity-form/delete-record.tsx'
import { EntityDialog } from '../entity-form/entity-dialog.tsx'
import { Page } from '../page/page.tsx'
import { useResource, useServices } from '../services/services.tsx'

/** A setup page over one entity: `children` says how a record looks in its row. */
export interface SetupListProps<E extends Entity> {
  entity: E
  title: string
  /** A ref field by whose records the rows are grouped. */
  groupBy?: keyof RecordOf<E> & string
  /** Which fields the form has; all that can be edited unless told. */
  fields?: readonly (keyof E['fields'] & string)[]
  children: (record: RecordOf<E>) => ReactNode
}

/**
 * The whole of a setup page: a live list with add, edit and delete, for records few enough to be all in the store.
 * @example <SetupList entity={phases} title="Phases" groupBy="phase_type_id">{(phase) => phase.name}</SetupList>
 */
export const SetupList = <E extends Entity>({ entity, title, groupBy, fields, children }: SetupListProps<E>) => {
  const { store, session, resumed } = useServices()
  const resource = useResource(entity)
  const [open, setOpen] = useState<{ record?: RecordOf<E> } | null>(null)
  const [deleting, setDeleting] = useState<RecordOf<E> | null>(null)
  const user = session.user.value
  const again = resumed.value
  useEffect(() => {
    void resource.fetchAll().then((answer) => {
      if (!answer.ok) toast.error(messageOf(answer) ?? answer.message)
    })
  }, [resource, again])
  const items = store.of(entity).all.value
  const noun = nounOf(entity)
  const add = guardOf(entity, 'create')(user) ? { label: `Add ${noun}`, onAdd: () => setOpen({}) } : null
  const groups = Map.groupBy(items, (item) => (groupBy ? item.value[groupBy] : null))
  const row = (item: ReadonlySignal<RecordOf<E>>) => (
    <Row
      key={item.peek().id}
      item={item}
      onEdit={guardOf(entity, 'edit')(user) ? (record) => setOpen({ record }) : undefined}
      onDelete={guardOf(entity, 'delete')(user) ? setDeleting : undefined}
    >
      {children}
    </Row>
  )
  return (
    <Page
      title={title}
      add={add}
      crumbs={<Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: title }]} />}
    >
      {items.length === 0 && (
        <EmptyState title={`No ${title.toLowerCase()} yet.`}>{`Add the first ${noun} to begin.`}</EmptyState>
      )}
      {[...groups].map(([group, members]) => (
        <section key={String(group)} className={section}>
          {group !== null && <GroupName entity={entity} field={String(groupBy)} id={Number(group)} />}
          <Card flush role="list">
            {members.map(row)}
          </Card>
        </section>
      ))}
      {open && (
        <EntityDialog
          entity={entity}
          record={open.record}
          fields={fields ?? editable(entity)}
          onClose={() => setOpen(null)}
        />
      )}
      {deleting && <DeleteRecord entity={entity} record={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

const editable = (entity: Entity) =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) => (facts.readonly ? [] : [name]))

/** The name of the record a group belongs to, live. @useSignals */
const GroupName = ({ entity, field, id }: { entity: Entity; field: string; id: number }) => {
  const { store } = useServices()
  const owner = store.byName((entity.fields as Fields)[field]?.facts.ref?.entity ?? '')?.get(id)
  return <h2 className={groupName}>{owner && 'name' in owner ? String(owner.name) : ''}</h2>
}

interface RowProps<R> {
  item: ReadonlySignal<R>
  onEdit: ((record: R) => void) | undefined
  onDelete: ((record: R) => void) | undefined
  children: (record: R) => ReactNode
}

const Row = <R,>({ item, onEdit, onDelete, children }: RowProps<R>) => {
  const record = item.value
  return (
    <div role="listitem" className={line}>
      <span className={words}>{children(record)}</span>
      {onEdit && <IconButton icon="pencil" aria-label="Edit" onClick={() => onEdit(record)} />}
      {onDelete && <IconButton icon="trash-2" aria-label="Delete" onClick={() => onDelete(record)} />}
    </div>
  )
}

const section = css({ maxWidth: '46rem', marginBottom: '5' })
const groupName = css({ textStyle: 'label', color: 'muted', marginBottom: '1.5' })
const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'row',
  paddingInline: '3.5',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
})
const words = css({ flex: '1', minWidth: '0' })
