import { useComputed, useSignal, type Signal } from '@preact/signals-react'
import { useContext, type ReactNode } from 'react'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import type { EntityDialogProps } from '#blocks/entity-form/entity-dialog.tsx'
import { ParentContext, useResource } from '#blocks/services/services.tsx'
import type { Typed } from '#core/drafts/typed.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Attachment } from '../entities.ts'
import { ChooseFiles } from './choose-files.tsx'
import { useFilesWith } from './use-files-with.ts'

interface Options<E extends Entity> {
  /** The record that the form edits; files are chosen only for one that is being added. */
  record: RecordOf<E> | undefined
  onClose: () => void
  kind?: NonNullable<Attachment['kind']>
  /** Large buttons, the camera first. */
  large?: boolean
}

/**
 * Lets photos and files be chosen in the form that adds a record, which are saved with it. Until then they are kept with
 * what is typed. Returns properties of `EntityDialog`.
 */
export function useNewFiles<E extends Entity>(
  entity: E,
  { record, onClose, kind, large = false }: Options<E>,
): Pick<EntityDialogProps<E>, 'outro' | 'onClose' | 'save'> {
  const resource = useResource(entity)
  const { prepare, saveWith } = useFilesWith(entity.table, kind)
  const parents = useContext(ParentContext)
  const files = useSignal<readonly File[]>([])
  const typed = useComputed((): Typed | null => (files.value.length ? { values: {}, files: files.value } : null))
  const clear = () => void (files.value = [])
  useDraft([entity.name, 'files of a new one', parents], {
    typed,
    restore: ({ files: chosen = [] }) => void (files.value = [...chosen, ...files.peek()]),
    reset: clear,
  })
  const outro: ReactNode = record ? null : (
    <NewFiles table={entity.table} files={files} large={large} onChoose={prepare} />
  )
  return {
    outro,
    onClose() {
      clear()
      onClose()
    },
    ...(!record && {
      save: (draft, options) => saveWith(files.peek(), (more) => resource.save(draft, { ...options, ...more })),
    }),
  }
}

/** @useSignals */
const NewFiles = ({
  table,
  files,
  large,
  onChoose,
}: {
  table: string
  files: Signal<readonly File[]>
  large: boolean
  onChoose: (file: File) => Promise<unknown>
}) => (
  <ChooseFiles
    table={table}
    files={files.value}
    large={large}
    onChange={(next) => {
      files.value = next
      for (const file of next) void onChoose(file)
    }}
  />
)
