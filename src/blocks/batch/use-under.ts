import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { pickParams } from '#core/resource/queries.ts'
import { useServices } from '../services/services.tsx'

/**
 * Tells which records one request can change together: those of the same parents. What the server does not know yet, or
 * not in the state that is shown here, goes alone, after what waits of it.
 */
export function useUnder<E extends Entity>(entity: E): (record: RecordOf<E>) => string {
  const { writes } = useServices()
  return (record) =>
    isTemporary(record.id) || writes.isWaiting(entity, record.id)
      ? `alone ${record.id}`
      : JSON.stringify(pickParams(entity, record as Readonly<Record<string, Id | string>>))
}
