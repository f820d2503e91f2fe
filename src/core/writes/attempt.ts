import type { Entity } from '../entity/entity.ts'
import type { Store } from '../store/store.ts'
import { merged } from './conflicts.ts'
import type { Answer, createDelivery } from './deliver.ts'
import type { Mutation } from './mutation.ts'
import { completed } from './prepare.ts'
import type { WriteStorage } from './storage.ts'
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
  storage: WriteStorage
  deliver: ReturnType<typeof createDelivery>
}

/** Sends a kept change, and sends it again on the newer version of its record where nobody has to be asked. */
export const createAttempt =
  ({ store, storage, deliver }: Deps) =>
  async (
    entity: Entity,
    first: Mutation,
    options: CommitOptions = {},
    place = async () => first.at,
  ): Promise<Attempted> => {
    let item = first
    /** Keeps what changes on the way. */
    const note = async (change: (kept: Mutation) => Mutation) => storage.change(await place(), change).catch(() => {})
    for (let merges = 0; ; merges++) {
      if (!item.attempted) {
        const frozen = { ...completed(store, entity, item), attempted: true }
        item = frozen
        // Send it even if it cannot be marked, since it has been stored before.
        await note(({ at }) => ({ ...frozen, at }))
      }
      const onUploadUrl = (upload_url: string) => void note((kept) => ({ ...kept, upload_url }))
      const answer = await deliver(entity, item, { ...options, onUploadUrl })
      const current = answer.ok || merges === MOST_MERGES ? undefined : answer.current
      const again = current && merged(item, current)
      if (!again) return { answer: isGone(item, answer) ? { ok: true, data: [] } : answer, item }
      item = again
    }
  }

/** A record that is not there any more needs no deleting. Someone who deletes it on screen is told so. */
const isGone = ({ verb, at }: Mutation, answer: Answer) =>
  verb === 'delete' && at > 0 && !answer.ok && answer.status === 404
