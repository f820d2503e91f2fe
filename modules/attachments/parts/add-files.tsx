import { UploadDrop } from '#blocks/uploads/upload-drop.tsx'
import type { On } from './use-attachments.ts'
import { useDestination } from './use-destination.ts'

/** A place to add pictures or files of any kind to a record. @useSignals */
export const AddFiles = ({ on, ...drop }: { on: On; accept?: string[]; 'aria-label': string }) => {
  const destinationOf = useDestination()
  return <UploadDrop {...drop} {...destinationOf(on)} camera />
}
