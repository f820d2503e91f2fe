import { choiceLabel } from '#lib/choice-label.ts'
import { useState, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { guardOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { DeleteRecord } from '../entity-form/delete-record.tsx'
import { EntityDialog } from '../entity-form/entity-dialog.tsx'
import { Page } from '../page/page.tsx'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useQuery } from '../query/use-query.ts'
import { useServices } from '../services/services.tsx'
import { SetupGroup } from './setup-group.tsx'

/** `children` renders the content of a record's row. */
export interface SetupListProps<E extends Entity> {
  entity: E
  title: string
  /** A ref or choice field to group the rows by. */
  groupBy?: keyof RecordOf<E> & string
  /** The fields of the form; by default all editable ones. */
  fields?: readonly (keyof E['fields'] & string)[]
  /** A custom form, for entities that need more than fields. */
  form?: (props: {
    record: RecordOf<E> | undefined
    onClose: () => void
    onEdit: (record: RecordOf<E>) => void
  }) => ReactNode
  /** Further buttons beside the page's title. */
  actions?: ReactNode
  children: (record: RecordOf<E>) => ReactNode
}

/**
 * A complete setup page: a list with add, edit and delete, for entities with few enough records to load them all. With a
 * `sort` field the rows can be dragged, with an `active` field they can be deactivated.
 * @example <SetupList entity={phases} title="Phases" groupBy="phase_type_id">{(phase) => phase.name}</SetupList>
 */
export const SetupList = <E extends Entity>({
  entity,
  title,
  groupBy,
  fields,
  form,
  actions,
  children,
}: SetupListProps<E>) => {
  const { session } = useServices()
  const { items: list, state, failure, ask } = useQuery(entity)
  const [open, setOpen] = useState<{ record?: RecordOf<E> } | null>(null)
  const [deleting, setDeleting] = useState<RecordOf<E> | null>(null)
  const user = session.user.value
  const items = list.value
  const noun = entity.display.noun
  const may = (verb: string) => guardOf(entity, verb)(user)
  const close = () => setOpen(null)
  const groups = Map.groupBy(items, (item: ReadonlySignal<RecordOf<E>>) => (groupBy ? item.value[groupBy] : null))
  return (
    <Page
      title={title}
      add={may('create') ? { label: `Add ${noun}`, onAdd: () => setOpen({}) } : null}
      crumbs={<Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: title }]} />}
      actions={actions}
    >
      {items.length === 0 && state.value === 'never' && <NotLoaded failure={failure.value} retry={ask} />}
      {items.length === 0 && state.value !== 'never' && (
        <EmptyState title={`No ${title.toLowerCase()} yet.`}>{`Add the first ${noun} to begin.`}</EmptyState>
      )}
      {[...groups].map(([group, members]) => (
        <section key={String(group)} className={section}>
          {groupBy && <GroupName entity={entity} field={groupBy} value={group} />}
          <SetupGroup
            entity={entity}
            items={members}
            onEdit={may('edit') ? (record) => setOpen({ record }) : undefined}
            onDelete={may('delete') ? setDeleting : undefined}
          >
            {children}
          </SetupGroup>
        </section>
      ))}
      {open && form?.({ record: open.record, onClose: close, onEdit: (record) => setOpen({ record }) })}
      {open && !form && (
        <EntityDialog entity={entity} record={open.record} fields={fields ?? editable(entity)} onClose={close} />
      )}
      {deleting && <DeleteRecord entity={entity} record={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

/** All editable fields except `sort` and `active`, which are changed in the list. */
const editable = (entity: Entity) =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) =>
    facts.readonly || name === 'sort' || name === 'active' ? [] : [name],
  )

/** The heading of a group: the title of the referenced record, or the label of a choice. @useSignals */
const GroupName = ({ entity, field, value }: { entity: Entity; field: string; value: unknown }) => {
  const { registry, store } = useServices()
  const { ref } = (entity.fields as Fields)[field]?.facts ?? {}
  const target = ref && registry.entity(ref.entity)
  const owner = target && store.of(target).get(Number(value))
  return (
    <h2 className={groupName}>
      {!ref ? choiceLabel(String(value ?? '')) : target && owner ? target.display.title(owner) : 'Other'}
    </h2>
  )
}

const section = css({ maxWidth: '46rem', marginBottom: '5' })
const groupName = css({ textStyle: 'label', color: 'muted', marginBottom: '1.5' })
