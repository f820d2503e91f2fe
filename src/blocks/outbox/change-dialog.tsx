import type { DraftOf, Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { fieldsOf } from '#core/entity/variants.ts'
import { changedIn } from '#core/writes/conflicts.ts'
import type { Waiting } from '#core/writes/mutation.ts'
import { EntityDialog } from '../entity-form/entity-dialog.tsx'
import { hasInput } from '../entity-form/field-input.tsx'
import { ParentScope, useServices } from '../services/services.tsx'

/** Whether a refused change can be mended in its entity's form. */
export const canChange = ({ verb, drafts, refused }: Waiting): boolean =>
  verb === 'save' && drafts.length === 1 && refused !== null

/** Mends a refused change in a form that follows from its entity, with what was typed and why it was refused. @useSignals */
export const ChangeDialog = ({
  entity,
  waiting,
  onClose,
}: {
  entity: Entity
  waiting: Waiting
  onClose: () => void
}) => {
  const { store } = useServices()
  const [draft = {}] = waiting.drafts
  const typed = changedIn(draft, waiting.basis?.[0])
  const record = draft.id === undefined ? undefined : store.of(entity).base(draft.id)
  const type: unknown = entity.variants && { ...record, ...typed }[entity.variants.by]
  const fields: Fields = fieldsOf(entity, type)
  const names = Object.keys(fields).filter(
    (name) => fields[name] && !fields[name].facts.readonly && hasInput(fields[name]),
  )
  const parents = new Set(Object.keys(waiting.params))
  return (
    <ParentScope {...waiting.params}>
      <EntityDialog
        entity={entity}
        record={record}
        {...(record ? { typed } : { initial: typed as DraftOf<Entity> })}
        fields={names.filter((name) => !parents.has(name))}
        refused={waiting.refused}
        instead={waiting.at}
        onClose={onClose}
      />
    </ParentScope>
  )
}
