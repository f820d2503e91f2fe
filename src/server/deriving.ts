import type { Id } from '../core/access/access.ts'
import type { Entity, RecordOf } from '../core/entity/entity.ts'
import type { Where } from '../core/query/where.ts'

/**
 * Writes what the server works out from other records, and could work out again: many rows at once, without rules,
 * history or events. The caller announces what listeners must hear (`announce`). Not for entities read by `cached`.
 */
export interface Deriving {
  /** Sets fields of records, the same ones in each row; they count as unchanged, unless `updated_at` is one of them. */
  setDerived<E extends Entity>(entity: E, rows: readonly (Partial<RecordOf<E>> & { id: Id })[]): Promise<void>
  /** Puts these records in the place of the matching ones, which are removed for good. */
  setDerived<E extends Entity>(
    entity: E,
    rows: readonly Partial<RecordOf<E>>[],
    inPlaceOf: Where<RecordOf<E>>,
  ): Promise<void>
  /** Waits for whoever is changing one of the matching records, and locks them until the transaction ends. */
  lock<E extends Entity>(entity: E, where: Where<RecordOf<E>>): Promise<void>
}
