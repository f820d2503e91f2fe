import { UploadDrop } from '#blocks/uploads/upload-drop.tsx'
import { unreadIn } from './photo.ts'
import type { On } from './use-attachments.ts'
import { useDestination } from './use-destination.ts'

/** A place to add files of any kind to a record, or pictures alone. @useSignals */
export const AddFiles = ({ on, pictures = false, ...drop }: { on: On; pictures?: boolean; 'aria-label': string }) => {
  const destinationOf = useDestination()
  const only = pictures && { accept: ['image/*'], refuse: unreadIn }
  return <UploadDrop {...drop} {...only} {...destinationOf(on)} camera />
}
