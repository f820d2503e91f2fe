import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Ctx } from '#server/define-server.ts'

const found = new WeakMap<Ctx, Map<string, Promise<unknown>>>()

/** Caches a query for one transaction, since many rows repeat it. Use it only for data the transaction does not change. */
export function once<T>(ctx: Ctx, key: string, ask: () => Promise<T>): Promise<T> {
  const known = found.get(ctx) ?? new Map<string, Promise<unknown>>()
  found.set(ctx, known)
  // Each key is used for one query only, so the cached result has that query's type.
  const answer = (known.get(key) as Promise<T> | undefined) ?? ask()
  known.set(key, answer)
  return answer
}

/** Finds a record, cached for the transaction. */
export const findOnce = <E extends Entity>(ctx: Ctx, entity: E, id: Id): Promise<RecordOf<E> | null> =>
  once(ctx, `${entity.name} ${id}`, () => ctx.find(entity, id))

/** Removes a cached result after its data has changed. */
export const forget = (ctx: Ctx, key: string): void => void found.get(ctx)?.delete(key)
