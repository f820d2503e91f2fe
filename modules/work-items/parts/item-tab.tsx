import { useState, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { WorkList, type WorkListProps } from '#blocks/work-list/work-list.tsx'
import { staff } from '#core/access/access.ts'
import { guardOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import type { Lazy } from '#core/module/define-module.ts'
import type { Project } from '../../projects/entities.ts'
import { useShareLink } from '../../share-links/components.ts'
import type { ImportItemsProps } from '../dialogs/import-items.tsx'
import { mayShareItems } from '../guards.ts'
import type { ItemFormProps } from './item-form.tsx'

type ListProps<E extends Entity> = Omit<WorkListProps<E>, 'place' | 'at' | 'detail' | 'add'>

/** The props of a component that shows one item. */
export interface ItemDetailProps<R> {
  readonly item: R
  readonly readOnly: boolean
  readonly onGone: () => void
}

interface ItemTabProps<E extends Entity> extends ListProps<E> {
  readonly project: Project
  /** The address after the tab's own: the id of the open item. */
  readonly rest: string
  readonly Detail: ComponentType<ItemDetailProps<RecordOf<E>>>
  /** The dialog that adds one. */
  readonly Form: ComponentType<ItemFormProps<RecordOf<E>>>
  /** The label of the add button; by default "Add" and the noun. */
  readonly addLabel?: string
  /** Whether the user may add one; by default as its description says. */
  readonly mayAdd?: boolean
  /** The dialog that imports them from a file. */
  readonly importing?: Lazy<ImportItemsProps>
  /** Runs instead of opening the dialog. */
  readonly onAdd?: (() => void) | undefined
}

/** Lists a project's items of one kind beside the open one (one of the two on a phone), and adds new ones. @useSignals */
export const ItemTab = <E extends Entity>({
  project,
  rest,
  Detail,
  Form,
  addLabel,
  mayAdd,
  onAdd,
  importing,
  ...list
}: ItemTabProps<E>) => {
  const user = useServices().session.user.value
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'add' | 'import' | null>(null)
  const [Import] = useState(() => importing && lazyDialog(async () => (await importing()).default))
  const { entity } = list.spec
  const isActive = project.archived_at === null
  const isOffered = isActive && (mayAdd ?? guardOf(entity, 'create')(user))
  const path = `/projects/${project.id}/${entity.table}`
  const add = { label: addLabel ?? wordsOf(entity).add, onAdd: onAdd ?? (() => setDialog('add')) }
  const close = () => setDialog(null)
  // What people have to do is shared with each of them.
  const isAssigned = Object.values(entity.workflow?.steps ?? {}).some((step) => step?.for === 'assigned_id')
  const share = useShareLink(
    { project_id: project.id, noun: `open ${entity.display.plural}`, what: 'list', target_type: entity.table },
    isActive && isAssigned && mayShareItems(entity, user),
  )
  const file = { label: `Import ${entity.display.plural}`, icon: 'upload', onSelect: () => setDialog('import') }
  return (
    <ParentScope project_id={project.id}>
      <WorkList
        {...list}
        place={`${entity.table}.${project.id}`}
        at={{ path, rest, parents: { project_id: project.id } }}
        selectable={isActive && (list.selectable ?? true)}
        detail={(item, onGone) => <Detail item={item} readOnly={!isActive} onGone={onGone} />}
        add={isOffered ? add : undefined}
        more={[...(list.more ?? []), ...share.items, ...(Import && isOffered && staff(user) ? [file] : [])]}
      />
      {share.dialog}
      {dialog === 'add' && (
        <Form project_id={project.id} onClose={close} onSaved={({ id }) => navigate(`${path}/${id}`)} />
      )}
      {dialog === 'import' && Import && <Import project_id={project.id} onClose={close} />}
    </ParentScope>
  )
}
