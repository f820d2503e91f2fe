import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { AnyWhere, Where } from '#core/query/where.ts'
import type { Ctx } from '#server/define-server.ts'

const found = new WeakMap<Ctx, Map<string, Promise<unknown>>>()

/** Caches a result for one transaction, since many rows ask for it. */
export function remember<T>(ctx: Ctx, key: string, result: T | Promise<T>): Promise<T> {
  const known = found.get(ctx) ?? new Map<string, Promise<unknown>>()
  found.set(ctx, known)
  const answer = Promise.resolve(result)
  known.set(key, answer)
  return answer
}

/** Asks once per transaction. Each key must be used for one kind of result only. */
export const once = <T>(ctx: Ctx, key: string, ask: () => Promise<T>): Promise<T> =>
  (found.get(ctx)?.get(key) as Promise<T> | undefined) ?? remember(ctx, key, ask())

/** Finds a record that the transaction does not change, cached for the transaction. */
export const findOnce = <E extends Entity>(ctx: Ctx, entity: E, id: Id): Promise<RecordOf<E> | null> =>
  once(ctx, `${entity.name} ${id}`, () => ctx.find(entity, id))

/** Finds many such records in one query, for `findOnce`. */
export async function prefetch<E extends Entity>(ctx: Ctx, entity: E, ids: ReadonlySet<Id>): Promise<void> {
  if (!ids.size) return
  // Every entity has an id, but the compiler does not see it in an entity of any kind.
  const records = await ctx.all(entity, { id: [...ids] } as AnyWhere as Where<RecordOf<E>>)
  const byId = new Map<Id, RecordOf<E>>(records.map((record) => [record.id, record]))
  for (const id of ids) void remember(ctx, `${entity.name} ${id}`, byId.get(id) ?? null)
}
