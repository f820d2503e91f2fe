import { EntityDialog, type EntityDialogProps } from '#blocks/entity-form/entity-dialog.tsx'
import { usePhone } from '#ui/table/use-width.ts'
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
    /** What is asked of a new one on a phone, below its photo; the rest is folded there. */
    readonly basics?: readonly string[]
  }

/** Adds an item with its files, or edits one. @useSignals */
export const ItemForm = <E extends Entity>({ record, initial, kind, basics, onClose, onSaved, ...more }: Props<E>) => {
  const inField = usePhone() && !record && basics
  const { outro, ...files } = useNewFiles(more.entity, { record, onClose, large: !!inField, ...(kind && { kind }) })
  const { project_id: _, ...own } = more
  const shape = inField ? { intro: outro, folded: own.fields.filter((name) => !inField.includes(name)) } : { outro }
  return (
    <EntityDialog
      {...own}
      record={record}
      {...(initial && { initial })}
      {...files}
      {...shape}
      {...(onSaved && { onSaved })}
    />
  )
}
