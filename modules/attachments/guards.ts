import type { Id } from '#core/access/access.ts'
import { attachments, type Attachment } from './entities.ts'

interface Data {
  all(
    entity: typeof attachments,
    where: Pick<Attachment, 'attachable_type' | 'attachable_id'>,
  ): Promise<Pick<Attachment, 'id'>[]>
  remove(entity: typeof attachments, id: Id): Promise<void>
}

/**
 * Removes what was attached to the same record before: for records with one file, such as a signed agreement, where a
 * new file replaces the old one. Runs in the transaction that saves the new one.
 */
export async function replaceEarlier({ id, attachable_type, attachable_id }: Attachment, data: Data): Promise<void> {
  const all = await data.all(attachments, { attachable_type, attachable_id })
  for (const other of all) if (other.id !== id) await data.remove(attachments, other.id)
}
