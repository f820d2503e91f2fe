import { useServices } from '#blocks/services/services.tsx'
import type { Destination } from '#blocks/uploads/destination.ts'
import { attachments, type Attachment } from '../entities.ts'
import { prepareOnce } from './photo.ts'
import type { On } from './use-attachments.ts'

/** Makes the destination of files that are uploaded to a record, all of one kind. @useSignals */
export function useDestination(): (on: On, kind?: Attachment['kind']) => Destination<typeof attachments> {
  const { settings } = useServices()
  // A server that takes uploads resumably makes the small pictures itself.
  const preview = settings.value.uploads === null
  return ({ type, id }, kind = null) => ({
    entity: attachments,
    parents: { attachable_type: type, attachable_id: id },
    prepare: async (file) => ({ ...(await prepareOnce(file, { preview })), ...(kind && { kind }) }),
  })
}
