import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'

/** The maximum number of records in one store_many request. */
const MOST_AT_ONCE = 500

/**
 * Saves any number of records in batches. Each batch is one transaction, and the first failure stops the rest. `onStep`
 * receives the number of records saved so far.
 */
export async function saveInBatches<E extends Entity>(
  resource: Pick<Resource<E>, 'saveMany'>,
  drafts: readonly DraftOf<E>[],
  onStep: (saved: number) => void = () => {},
): Promise<Result<RecordOf<E>[]>> {
  const saved: RecordOf<E>[] = []
  let isWaiting = false
  for (let at = 0; at < drafts.length; at += MOST_AT_ONCE) {
    const answer = await resource.saveMany(drafts.slice(at, at + MOST_AT_ONCE))
    if (!answer.ok) return answer
    saved.push(...answer.data)
    if (answer.waiting) isWaiting = true
    onStep(saved.length)
  }
  return { ok: true, data: saved, ...(isWaiting && { waiting: true }) }
}
