import { useRef } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles } from '#blocks/uploads/destination.ts'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { drawings } from '../entities.ts'

/** Chooses PDFs and uploads each as a set of drawings. */
export const UploadButton = ({ project_id, label = 'Upload drawings' }: { project_id: Id; label?: string }) => {
  const services = useServices()
  const input = useRef<HTMLInputElement>(null)
  const send = (files: readonly File[]) =>
    sendFiles(
      services,
      { entity: drawings, parents: { project_id }, prepare: async (file) => ({ files: { file } }) },
      files,
    )
  return (
    <>
      <Button icon="upload" variant="solid" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
