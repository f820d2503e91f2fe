import { useComputed, useSignal, type Signal } from '@preact/signals-react'
import { useContext, type ReactNode } from 'react'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { ParentContext, useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import type { Typed } from '#core/drafts/typed.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Attachment } from '../entities.ts'
import { ChooseFiles } from './choose-files.tsx'
import { useDestination } from './use-destination.ts'

interface Options<E extends Entity> {
  /** The record that the form edits; files are chosen only for one that is being added. */
  record: RecordOf<E> | undefined
  onClose: () => void
  onSaved: ((record: RecordOf<E>) => void) | undefined
  kind?: NonNullable<Attachment['kind']>
}

/**
 * Lets photos and files be chosen in the form that adds a record, which get them once it is saved. Until then they are
 * kept with what is typed. Returns properties of `EntityDialog`.
 */
export function useNewFiles<E extends Entity>(entity: E, { record, onClose, onSaved, kind }: Options<E>) {
  const services = useServices()
  const destinationOf = useDestination()
  const parents = useContext(ParentContext)
  const files = useSignal<readonly File[]>([])
  const typed = useComputed((): Typed | null => (files.value.length ? { values: {}, files: files.value } : null))
  const clear = () => void (files.value = [])
  useDraft([entity.name, 'files of a new one', parents], {
    typed,
    restore: ({ files: chosen = [] }) => void (files.value = [...chosen, ...files.peek()]),
    reset: clear,
  })
  const outro: ReactNode = record ? null : <NewFiles files={files} />
  return {
    outro,
    onClose() {
      clear()
      onClose()
    },
    onSaved(saved: RecordOf<E>) {
      sendFiles(services, destinationOf({ type: entity.table, id: saved.id }, kind), files.peek())
      onSaved?.(saved)
    },
  }
}

/** @useSignals */
const NewFiles = ({ files }: { files: Signal<readonly File[]> }) => (
  <ChooseFiles files={files.value} onChange={(next) => void (files.value = next)} />
)
