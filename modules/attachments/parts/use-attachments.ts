import { useComputed, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { attachments, type Attachment } from '../entities.ts'

/** What files are on: the table of a record that takes attachments, and its id. */
export interface On {
  type: string
  id: number
}

/** The attachments of a record, as a signal. `fetch` is false where the record includes them. */
export function useAttachments({ type, id }: On, { fetch = true } = {}): ReadonlySignal<readonly Attachment[]> {
  const { items } = useQuery(attachments, { params: { attachable_type: type, attachable_id: id }, ask: fetch })
  return useComputed(() => items.value.map((item) => item.value))
}
