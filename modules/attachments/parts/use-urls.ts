import { useServices } from '#blocks/services/services.tsx'
import { fileUrl, previewUrl, type Attachment } from '../entities.ts'

/** Addresses of files that have not been sent, one for each file until the page is left. */
const local = new WeakMap<File, string>()
function localUrl(file: File): string {
  const url = local.get(file) ?? URL.createObjectURL(file)
  local.set(file, url)
  return url
}

/**
 * The addresses of attachments: at the server, or on this device while they have not been sent. Call the functions in a
 * component that tracks signals. @useSignals
 */
export function useUrls() {
  const { api, writes } = useServices()
  const own = ({ id }: Pick<Attachment, 'id'>) => {
    const file = writes.fileOf(id)
    return file && localUrl(file)
  }
  return {
    file: (one: Attachment) => own(one) ?? api.urlOf(fileUrl(one)),
    download: (one: Attachment) => own(one) ?? `${api.urlOf(fileUrl(one))}?download`,
    preview: (one: Pick<Attachment, 'id'>, size: 320 | 1600) => own(one) ?? api.urlOf(previewUrl(one, size)),
  }
}
