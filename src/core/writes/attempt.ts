import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Failure } from '../resource/result.ts'
import type { Store } from '../store/store.ts'
import { adopting, merged } from './conflicts.ts'
import type { Answer, createDelivery } from './deliver.ts'
import type { Mutation } from './mutation.ts'
import { completed } from './prepare.ts'
import type { Queue } from './queue.ts'
import type { CommitOptions } from './writes.ts'

/** How often a change is put on a newer version of its record without asking anyone. */
const MOST_MERGES = 3

/** An answer, and the change as it was sent last. */
export interface Attempted {
  readonly answer: Answer
  readonly item: Mutation
}

interface Deps {
  store: Store
  queue: Pick<Queue, 'change'>
  delivery: ReturnType<typeof createDelivery>
  /** Called when a change goes on under another key. */
  renamed: (from: string, to: string) => void
}

/** Sends a kept change, and sends it again on the newer version of its record where nobody has to be asked. */
export function createAttempt({ store, queue, delivery, renamed }: Deps) {
  /** What is sent instead of a refused change, if that can be decided without asking anyone. */
  async function otherwise(
    entity: Entity,
    item: Mutation,
    failure: Failure<RecordOf<Entity>[]>,
  ): Promise<Mutation | Answer | null> {
    if (failure.status === 409 && failure.current) return merged(entity, item, failure.current)
    const [draft] = item.drafts
    if (!draft || item.many || !mayExist(entity, item, failure)) return null
    const existing = failure.current?.[0] ?? (await delivery.find(entity, item, draft))
    if (!existing) return null
    const { drafts, ...rest } = adopting(item, existing, entity.natural)
    const isSame = drafts.every((one) => Object.keys(one).length === 1)
    return isSame ? { ok: true, data: store.of(entity).put([existing]), told: [existing] } : { ...rest, drafts }
  }

  return async (
    entity: Entity,
    first: Mutation,
    options: CommitOptions = {},
    place = async () => first.at,
  ): Promise<Attempted> => {
    let item = first
    /** Keeps what changes on the way. */
    const note = async (change: (kept: Mutation) => Mutation) =>
      void (await queue.change(await place(), change).catch(() => {}))
    for (let merges = 0; ; merges++) {
      if (!item.attempted) {
        const frozen = { ...completed(store, entity, item), attempted: true }
        item = frozen
        // Send it even if it cannot be marked, since it has been stored before.
        await note(({ at }) => ({ ...frozen, at }))
      }
      const onUploadUrl = (upload_url: string) => void note((kept) => ({ ...kept, upload_url }))
      const answer = await delivery.deliver(entity, item, { ...options, onUploadUrl })
      const again = answer.ok || merges === MOST_MERGES ? null : await otherwise(entity, item, answer)
      if (!again) return { answer: isGone(item, answer) ? { ok: true, data: [] } : answer, item }
      if ('ok' in again) return { answer: again, item }
      renamed(item.key, again.key)
      item = again
    }
  }
}

/** Whether a kept creation was refused, perhaps because someone else has created the same record meanwhile. */
const mayExist = ({ natural }: Entity, { verb, drafts, at }: Mutation, { status }: Failure) =>
  natural.length > 0 && at > 0 && verb === 'save' && drafts[0]?.id === undefined && [409, 422].includes(status)

/** A kept deletion whose record no longer exists has done its work; one made on screen reports it (404). */
const isGone = ({ verb, at }: Mutation, answer: Answer) =>
  verb === 'delete' && at > 0 && !answer.ok && answer.status === 404
