import type { ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import type { Items } from '#core/store/records.ts'
import { attachments, type Attachment } from '../entities.ts'

/** What files are on: the table of a record that takes attachments, and its id. */
export interface On {
  type: string
  id: number
}

/** The parents of the files on a record. */
export const placeOf = ({ type, id }: On) => ({ attachable_type: type, attachable_id: id })

/** When pictures were taken, from a moment to another, ISO 8601 in UTC. */
export interface Taken {
  from: string
  to: string
}

/** The attachments of a record. `fetch` is false where the record includes them. */
export function useAttachments(
  on: On,
  { fetch = true, taken }: { fetch?: boolean; taken?: Taken | undefined } = {},
): ReadonlySignal<Items<Attachment>> {
  return useQuery(attachments, {
    params: placeOf(on),
    ...(taken && { filters: { taken_from: taken.from, taken_before: taken.to } }),
    ask: fetch,
  }).items
}
