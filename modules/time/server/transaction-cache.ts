import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { AnyWhere, Where } from '#core/query/where.ts'
import type { Ctx } from '#server/define-server.ts'

const keyOf = ({ name }: Entity, id: Id) => `${name} ${id}`

/** Finds a record that the transaction does not change, cached for the transaction. */
export const findOnce = <E extends Entity>(ctx: Ctx, entity: E, id: Id): Promise<RecordOf<E> | null> =>
  ctx.once(keyOf(entity, id), () => ctx.find(entity, id))

/** Finds many such records in one query, for `findOnce`. */
export async function prefetch<E extends Entity>(ctx: Ctx, entity: E, ids: ReadonlySet<Id>): Promise<void> {
  if (!ids.size) return
  // Every entity has an id, but the compiler does not see it in an entity of any kind.
  const records = await ctx.all(entity, { id: [...ids] } as AnyWhere as Where<RecordOf<E>>)
  const byId = new Map<Id, RecordOf<E>>(records.map((record) => [record.id, record]))
  for (const id of ids) void ctx.once(keyOf(entity, id), async () => byId.get(id) ?? null)
}
