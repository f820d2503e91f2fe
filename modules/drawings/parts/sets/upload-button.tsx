import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { drawings } from '../../entities.ts'

/** Chooses PDFs and uploads each as a set of drawings. */
export const UploadButton = ({ project_id, label = 'Upload drawings' }: { project_id: Id; label?: string }) => {
  const services = useServices()
  const { open, input } = usePicker(
    { accept: 'application/pdf,.pdf', multiple: true, 'aria-label': label },
    (files) =>
      void sendFiles(
        services,
        { entity: drawings, parents: { project_id }, prepare: async (file) => ({ files: { file } }) },
        files,
      ),
  )
  return (
    <>
      <Button icon="upload" variant="solid" onClick={open}>
        {label}
      </Button>
      {input}
    </>
  )
}
