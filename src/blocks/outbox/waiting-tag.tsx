import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { useServices } from '../services/services.tsx'

/** Marks a record with changes that have not been sent. @useSignals */
export const WaitingTag = ({ entity, id }: { entity: Entity; id: Id }) => {
  const { writes } = useServices()
  return writes.isWaiting(entity, id) ? <Tag small>Waiting</Tag> : null
}
