import type { ReactNode } from 'react'
import { useAddAction } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import type { Id } from '#core/access/access.ts'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { drawings } from '../../entities.ts'

const label = 'Upload drawings'

/** The main action of a project's drawings: chooses PDFs and uploads each as a set. The input has to be on the page. */
export function useUpload(project_id: Id, isEditor: boolean): ReactNode {
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
  useAddAction(isEditor ? { label, icon: 'upload', onAdd: open } : null)
  return isEditor && input
}
