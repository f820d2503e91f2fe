import { choiceLabel } from '#lib/choice-label.ts'
import { useCallback, useState, type ReactNode } from 'react'
import { signal, type ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Base, Entity, RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import type { Fields } from '#core/entity/field.ts'
import { orderOf } from '#core/entity/order.ts'
import type { Items } from '#core/store/records.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { DeleteRecord } from '../entity-form/delete-record.tsx'
import { EntityDialog } from '../entity-form/entity-dialog.tsx'
import { Page } from '../page/page.tsx'
import { NeedsConnection } from '../outbox/needs-connection.tsx'
import { useMay, useTells } from '../offered/offered.tsx'
import { NotLoaded } from '../query/not-loaded.tsx'
import { useQuery } from '../query/use-query.ts'
import { useRecord } from '../query/use-record.ts'
import { useSummary } from '../query/use-summary.ts'
import { useServices } from '../services/services.tsx'
import { cellsOf, SetupCells } from './setup-cells.tsx'
import { SetupGroup } from './setup-group.tsx'

export interface SetupListProps<E extends Entity> {
  entity: E
  title: string
  /** A ref or choice field to group the rows by. */
  groupBy?: keyof RecordOf<E> & string
  /** A custom form, for entities that need more than fields. */
  form?: (props: {
    record: RecordOf<E> | undefined
    onClose: () => void
    onEdit: (record: RecordOf<E>) => void
  }) => ReactNode
  /** Further buttons beside the page's title. */
  actions?: ReactNode
  /** What a row says beyond its fields, such as how often it is used; keep it outside the component. */
  note?: (record: RecordOf<E>) => ReactNode
}

/**
 * A complete setup page: a list with add, edit and delete, for entities with few enough records to load them all. The
 * texts, numbers, choices and flags of a row are changed in place, everything else in the form. With a `sort` field the
 * rows can be dragged, with an `active` field they can be deactivated.
 * @example <SetupList entity={phases} title="Phases" groupBy="phase_type_id" />
 */
export const SetupList = <E extends Entity>({ entity, title, groupBy, form, actions, note }: SetupListProps<E>) => {
  const tells = useTells()
  const { items, state, failure, ask } = useQuery(entity)
  const [open, setOpen] = useState<{ record?: RecordOf<E> } | null>(null)
  const [deleting, setDeleting] = useState<RecordOf<E> | null>(null)
  const cells = cellsOf(entity, groupBy)
    .filter((name) => tells(entity, name))
    .join(' ')
  const { add, addFirst } = wordsOf(entity)
  const allowed = useMay()
  const may = (verb: string) => allowed(entity, verb)
  const mayEdit = may('edit')
  const close = () => setOpen(null)
  const edit = useCallback((record: RecordOf<E>) => setOpen({ record }), [])
  const isEmpty = useSummary(items, (all) => all.length === 0, [])
  const row = useCallback(
    (item: ReadonlySignal<RecordOf<E>>) => (
      <span className={line}>
        <SetupCells entity={entity} item={item} names={cells} mayEdit={mayEdit} />
        {note && <Note item={item} note={note} />}
      </span>
    ),
    [entity, cells, mayEdit, note],
  )
  return (
    <Page
      title={title}
      add={may('create') ? { label: add, onAdd: () => setOpen({}) } : null}
      crumbs={<Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: title }]} />}
      actions={actions}
    >
      <NeedsConnection entity={entity} />
      {isEmpty && state.value === 'never' && <NotLoaded failure={failure.value} retry={ask} />}
      {isEmpty && state.value !== 'never' && (
        <EmptyState title={`No ${title.toLowerCase()} yet.`}>{addFirst}</EmptyState>
      )}
      <Groups
        {...{ entity, items, groupBy, row }}
        onEdit={mayEdit ? edit : undefined}
        onDelete={may('delete') ? setDeleting : undefined}
      />
      {open && form?.({ record: open.record, onClose: close, onEdit: edit })}
      {open && !form && <EntityDialog entity={entity} record={open.record} fields={editable(entity)} onClose={close} />}
      {deleting && <DeleteRecord entity={entity} record={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

/** The rows in their groups, whose order and places render without the page. */
const Groups = <E extends Entity>({
  entity,
  items,
  groupBy,
  row,
  onEdit,
  onDelete,
}: Pick<SetupListProps<E>, 'entity' | 'groupBy'> & {
  items: ReadonlySignal<Items<RecordOf<E>>>
  row: (item: ReadonlySignal<RecordOf<E>>) => ReactNode
  onEdit: ((record: RecordOf<E>) => void) | undefined
  onDelete: ((record: RecordOf<E>) => void) | undefined
}) =>
  useGroups(entity, items, groupBy).map(({ group, ids }) => (
    <section key={String(group)} className={section}>
      {groupBy && <GroupName entity={entity} field={groupBy} value={group} />}
      <SetupGroup {...{ entity, ids, onEdit, onDelete }}>{row}</SetupGroup>
    </section>
  ))

const noRecords = signal<Items<Base>>([])

/** The ids of the records in groups, which stand in the order of the records that they are named after. */
function useGroups<E extends Entity>(
  entity: E,
  items: ReadonlySignal<Items<RecordOf<E>>>,
  groupBy: (keyof RecordOf<E> & string) | undefined,
) {
  const { registry, store } = useServices()
  const { ref } = (groupBy && (entity.fields as Fields)[groupBy]?.facts) || {}
  const target = ref && registry.entity(ref.entity)
  const places = useSummary(
    target ? store.of(target).all : noRecords,
    (all) => (target ? inPosition(target, all).map(({ id }) => id) : []),
    [target],
  )
  return useSummary(
    items,
    (all) => {
      const placeOf = (group: unknown) => (typeof group === 'number' ? places.indexOf(group) : Infinity)
      const groups = [...Map.groupBy(inPosition(entity, all), (record) => (groupBy ? record[groupBy] : null))]
      if (target) groups.sort(([a], [b]) => placeOf(a) - placeOf(b))
      return groups.map(([group, own]) => ({ group, ids: own.map(({ id }) => id) }))
    },
    [entity, groupBy, target, places],
  )
}

/** The records of an entity with a `sort` field by it, and otherwise, or where it is the same, in the entity's order. */
function inPosition<E extends Entity>(entity: E, records: readonly RecordOf<E>[]): readonly RecordOf<E>[] {
  if (!('sort' in entity.fields)) return records
  const sortOf = (record: RecordOf<E>) => Number(record['sort' as keyof RecordOf<E>])
  const compare = orderOf(entity)
  return records.toSorted((a, b) => sortOf(a) - sortOf(b) || compare(a, b))
}

const Note = <R extends object>({ item, note }: { item: ReadonlySignal<R>; note: (record: R) => ReactNode }) => (
  <span className={noted}>{note(useRecord(item))}</span>
)

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
const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3' })
const noted = css({ textStyle: 'note', paddingInlineEnd: '2' })
const groupName = css({ textStyle: 'label', color: 'muted', marginBottom: '1.5' })
