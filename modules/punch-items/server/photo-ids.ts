import type { Ctx } from '#server/define-server.ts'
import { attachments } from '../../attachments/entities.ts'
import type { PunchItem } from '../entities.ts'

/** For each item its first photo, and the last one of the finished work: one query for all. */
export async function photoIdsOf(items: readonly PunchItem[], { groups }: Ctx): Promise<PunchItem['photo_ids'][]> {
  const ids = items.map(({ id }) => id)
  const found = await groups(attachments, {
    by: ['attachable_id', 'kind'],
    where: { attachable_type: 'punch_items', attachable_id: ids, image: true },
    min: ['id'],
    max: ['id'],
  })
  const byItem = Map.groupBy(found, ({ attachable_id }) => attachable_id)
  return ids.map((id) => {
    const photos = byItem.get(id) ?? []
    const before = photos.flatMap(({ kind, min }) => (kind === 'after' ? [] : (min.id ?? [])))
    return { before: before.length ? Math.min(...before) : null, after: photos.find(isAfter)?.max.id ?? null }
  })
}
const isAfter = ({ kind }: { kind: string | null }) => kind === 'after'
