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

/** A setup page over one entity: `children` says how a record looks in its row. */
export interface SetupListProps<E extends Entity> {
  entity: E
  title: string
  /** A ref or choice by whose values the rows are grouped. */
  groupBy?: keyof RecordOf<E> & string
  /** Which fields the form has; all that can be edited unless told. */
  fields?: readonly (keyof E['fields'] & string)[]
  /** A form of the page's own, where fields alone do not make it. */
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
 * The whole of a setup page: a live list with add, edit and delete, for records few enough to be all in the store. A
 * `sort` field lets rows be dragged, an `active` one be switched off.
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

/** Everything a person types; order is dragged and use is switched in the list itself. */
const editable = (entity: Entity) =>
  Object.entries(entity.fields as Fields).flatMap(([name, { facts }]) =>
    facts.readonly || name === 'sort' || name === 'active' ? [] : [name],
  )

const words = (value: unknown) => {
  const text = String(value ?? '').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a group is called: the record a ref names, live, or a choice in words. @useSignals */
const GroupName = ({ entity, field, value }: { entity: Entity; field: string; value: unknown }) => {
  const { registry, store } = useServices()
  const { ref } = (entity.fields as Fields)[field]?.facts ?? {}
  const target = ref && registry.entity(ref.entity)
  const owner = target && store.of(target).get(Number(value))
  return <h2 className={groupName}>{!ref ? words(value) : target && owner ? target.display.title(owner) : 'Other'}</h2>
}

const section = css({ maxWidth: '46rem', marginBottom: '5' })
const groupName = css({ textStyle: 'label', color: 'muted', marginBottom: '1.5' })
