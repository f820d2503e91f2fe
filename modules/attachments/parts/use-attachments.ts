import { useEffect } from 'react'
import { useComputed, type ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { attachments, type Attachment } from '../entities.ts'
import type { On } from './use-uploads.ts'

/** The files of a record, oldest first, kept up to date. `fetch` is false if the record already includes them. */
export function useAttachments({ type, id }: On, { fetch = true } = {}): ReadonlySignal<readonly Attachment[]> {
  const { api, store, resumed } = useServices()
  const again = resumed.value
  useEffect(() => {
    if (fetch) void api(attachments, { attachable_type: type, attachable_id: id }).fetchAll()
  }, [api, type, id, fetch, again])
  const all = store.of(attachments).all
  return useComputed(() =>
    all.value.map((item) => item.value).filter((one) => one.attachable_type === type && one.attachable_id === id),
  )
}
