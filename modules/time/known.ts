import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Ctx } from '#server/define-server.ts'

const found = new WeakMap<Ctx, Map<string, Promise<unknown>>>()

/** Asks once in a transaction what many rows of it ask again; only for what the transaction itself does not change. */
export function once<T>(ctx: Ctx, key: string, ask: () => Promise<T>): Promise<T> {
  const known = found.get(ctx) ?? new Map<string, Promise<unknown>>()
  found.set(ctx, known)
  // Under one key stands one question, so its answer is of one type.
  const answer = (known.get(key) as Promise<T> | undefined) ?? ask()
  known.set(key, answer)
  return answer
}

/** A record that many rows name. */
export const findOnce = <E extends Entity>(ctx: Ctx, entity: E, id: Id): Promise<RecordOf<E> | null> =>
  once(ctx, `${entity.name} ${id}`, () => ctx.find(entity, id))

/** Forgets what has just been changed. */
export const forget = (ctx: Ctx, key: string): void => void found.get(ctx)?.delete(key)
