import type { Id } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Result } from '../resource/result.ts'
import type { Store } from '../store/store.ts'
import type { Mutation } from './mutation.ts'
import type { Queue } from './queue.ts'
import type { Made } from './undoable.ts'
import type { Sender } from './writes.ts'

interface Deps extends Pick<Sender, 'commit' | 'discard'> {
  store: Store
  queue: Pick<Queue, 'items' | 'loaded'>
  /** Whether a kept change may be on its way now. */
  isLeaving: (item: Mutation) => boolean
}

/** Takes back changes that were made here, whether they wait on the device or have been sent. */
export function createTakeBack({ store, queue, isLeaving, commit, discard }: Deps) {
  /** The keys that changes go by now, which were put on newer versions of their records. */
  const names = new Map<string, string>()
  function keyNow(key: string): string {
    const next = names.get(key)
    return next === undefined || next === key ? key : keyNow(next)
  }
  return {
    renamed: (from: string, to: string) => void names.set(from, to),
    /** Drops a change that has not left the device, with what depends on it; any other is undone by the server. */
    async undo(
      { user, key, entity: name, ids }: Made,
      confirmed: readonly string[] = [],
    ): Promise<Result<RecordOf<Entity>[]>> {
      await queue.loaded()
      const now = keyNow(key)
      const kept = [...queue.items()].find((item) => item.key === now)
      const entity = store.entities.find((one) => one.name === name)
      if (!entity) return { ok: true, data: [] }
      const hasLeft = !kept || isLeaving(kept) || (kept.attempted && !kept.refused)
      if (hasLeft)
        return commit(
          { entity, params: {}, verb: 'undo', drafts: named(ids), body: { change: `${user}.${now}` } },
          { confirmed },
        )
      await discard(kept.at)
      return { ok: true, data: [] }
    },
  }
}

const named = (ids: readonly Id[]) => ids.map((id) => ({ id }))
