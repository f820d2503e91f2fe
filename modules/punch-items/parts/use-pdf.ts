import { useState } from 'react'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import { useServices } from '#blocks/services/services.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { Project } from '../../projects/entities.ts'
import type { PunchItem } from '../entities.ts'

/** Makes PDFs of a project's punch items, one at a time. @useSignals */
export function usePdf(project: Project) {
  const services = useServices()
  const [busy, setBusy] = useState<string | null>(null)

  async function fileOf(items: readonly PunchItem[], name: string): Promise<File> {
    const { punchPdf } = await import('./punch-pdf.ts')
    const bytes = await punchPdf(services.api, { project, letterhead: await letterheadOf(services), items })
    const blob = pdfBlob(bytes)
    return new File([blob], `${project.number} punch items ${name}.pdf`, { type: blob.type })
  }
  /** Makes a file and does something with it; `busy` has the key meanwhile. */
  async function withFile(
    key: string,
    items: readonly PunchItem[],
    name: string,
    then: (file: File) => unknown,
  ): Promise<void> {
    setBusy(key)
    try {
      await then(await fileOf(items, name))
    } catch (failure) {
      toast.error(failure instanceof Error ? failure.message : 'The file could not be created.')
    }
    setBusy(null)
  }
  return {
    busy,
    withFile,
    save: (key: string, items: readonly PunchItem[], name: string) =>
      withFile(key, items, name, (file) => download(file, file.name)),
  }
}
