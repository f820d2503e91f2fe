import { EntityDialog, type EntityDialogProps } from '#blocks/entity-form/entity-dialog.tsx'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { useNewFiles } from '../../attachments/index.ts'
import type { MakeProps } from '../index.ts'

/** The props of a form that adds an item, or edits one. */
export interface ItemFormProps<R> extends MakeProps {
  readonly record?: R | undefined
  readonly onSaved?: ((record: R) => void) | undefined
}

type Own<E extends Entity> = Omit<EntityDialogProps<E>, keyof ItemFormProps<unknown> | 'outro' | 'save'>
type Props<E extends Entity> = Own<E> &
  Omit<ItemFormProps<RecordOf<E>>, 'initial'> & {
    readonly initial?: DraftOf<E> | undefined
    /** What the files of a new one are. */
    readonly kind?: Parameters<typeof useNewFiles>[1]['kind']
  }

/** Adds an item with its files, or edits one. @useSignals */
export const ItemForm = <E extends Entity>({ record, initial, kind, onClose, onSaved, ...more }: Props<E>) => {
  const files = useNewFiles(more.entity, { record, onClose, ...(kind && { kind }) })
  const { project_id: _, ...own } = more
  return (
    <EntityDialog {...own} record={record} {...(initial && { initial })} {...files} {...(onSaved && { onSaved })} />
  )
}
