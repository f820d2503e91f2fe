import type { Id } from '../../core/access/access.ts'
import type { Entity, RecordOf } from '../../core/entity/entity.ts'
import { withDeleted, type Where } from '../../core/query/where.ts'
import { deleteRows, lockRows, setColumns } from '../db/deriving.ts'
import { insertRows } from '../db/rows.ts'
import type { Deriving } from '../deriving.ts'
import { inSlices } from '../files/turns.ts'
import { matching } from './asking.ts'
import type { Context } from './context.ts'

/** What is added up is saved one by one, since each change of it changes sums. */
function demandUnsummed({ name, sums }: Entity): void {
  if (Object.keys(sums).length) throw new Error(`Sums are kept of "${name}", whose records must be saved.`)
}

/** How a context writes what is derived; it is asked for late, since it holds these itself. */
export function derivingOf(context: () => Context): Deriving {
  return {
    async setDerived<E extends Entity>(
      entity: E,
      rows: readonly (Partial<RecordOf<E>> & { id: Id })[],
      inPlaceOf?: Where<RecordOf<E>>,
    ) {
      demandUnsummed(entity)
      const ctx = context()
      if (!inPlaceOf) return setColumns(ctx.db, ctx.catalog, entity, rows)
      await deleteRows(ctx.db, entity, await matching(ctx, entity, { ...inPlaceOf, ...withDeleted }))
      for await (const some of inSlices(rows)) await insertRows(ctx.db, ctx.catalog, entity, some, ctx.now)
    },
    async lock(entity, where) {
      const ctx = context()
      await lockRows(ctx.db, ctx.catalog, entity, await matching(ctx, entity, where))
    },
  }
}
