import { useServices } from '#blocks/services/services.tsx'
import { UploadDrop } from '#blocks/uploads/upload-drop.tsx'
import { attachments } from '../entities.ts'
import { prepare } from './photo.ts'
import type { On } from './use-attachments.ts'

/** A place to add pictures or files of any kind to a record. @useSignals */
export const AddFiles = ({ on, ...drop }: { on: On; accept?: string[]; 'aria-label': string }) => {
  const { settings } = useServices()
  // A server that takes uploads resumably makes the small pictures itself.
  const preview = settings.value.uploads === null
  return (
    <UploadDrop
      {...drop}
      camera
      entity={attachments}
      parents={{ attachable_type: on.type, attachable_id: on.id }}
      prepare={(file) => prepare(file, { preview })}
    />
  )
}
