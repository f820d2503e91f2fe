import { useServices } from '#blocks/services/services.tsx'
import type { Destination } from '#blocks/uploads/destination.ts'
import { attachments } from '../entities.ts'
import { prepare } from './photo.ts'
import type { On } from './use-attachments.ts'

/** Makes the destination of files that are uploaded to a record. @useSignals */
export function useDestination(): (on: On) => Destination<typeof attachments> {
  const { settings } = useServices()
  // A server that takes uploads resumably makes the small pictures itself.
  const preview = settings.value.uploads === null
  return ({ type, id }) => ({
    entity: attachments,
    parents: { attachable_type: type, attachable_id: id },
    prepare: (file) => prepare(file, { preview }),
  })
}
