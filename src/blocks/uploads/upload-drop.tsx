import { useServices } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import { FileDrop, type FileDropProps } from '#ui/file-drop/file-drop.tsx'
import { sendFiles, type Destination } from './destination.ts'
import { useUploadRows } from './use-upload-rows.ts'

export interface UploadDropProps<E extends Entity>
  extends Destination<E>, Pick<FileDropProps, 'accept' | 'aria-label' | 'camera'> {}

/** A place to drop files and folders on, to choose files or to take a photo, with how far each and all of them are. @useSignals */
export const UploadDrop = <E extends Entity>({ entity, parents, prepare, refuse, ...drop }: UploadDropProps<E>) => {
  const services = useServices()
  const destination = { entity, parents, prepare, ...(refuse && { refuse }) }
  const rows = useUploadRows(destination)
  return (
    <FileDrop
      {...drop}
      maxSize={entity.mostBytes}
      onFiles={(files) => sendFiles(services, destination, files)}
      uploads={rows}
    />
  )
}
