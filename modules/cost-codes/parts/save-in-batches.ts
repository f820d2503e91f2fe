import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'

/** As many as the server takes at once. */
const MOST_AT_ONCE = 500

/**
 * Saves any number of records, as many at a time as the server takes; each part is saved whole or not at all, and the
 * first that is not ends it. `onStep` hears how many are saved so far.
 */
export async function saveInBatches<E extends Entity>(
  resource: Pick<Resource<E>, 'saveMany'>,
  drafts: readonly DraftOf<E>[],
  onStep: (saved: number) => void = () => {},
): Promise<Result<RecordOf<E>[]>> {
  const saved: RecordOf<E>[] = []
  for (let at = 0; at < drafts.length; at += MOST_AT_ONCE) {
    const answer = await resource.saveMany(drafts.slice(at, at + MOST_AT_ONCE))
    if (!answer.ok) return answer
    saved.push(...answer.data)
    onStep(saved.length)
  }
  return { ok: true, data: saved }
}
