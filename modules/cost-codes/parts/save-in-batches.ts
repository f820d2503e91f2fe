import type { PublicServices } from '#blocks/services/services.tsx'
import { guest } from '#core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'
import type { Made } from '#core/writes/undoable.ts'

/**
 * Saves any number of records in batches of as many as the server takes at once. Each batch is one transaction, and the first failure stops the rest. `onStep`
 * receives the number of records saved so far.
 */
export async function saveInBatches<E extends Entity>(
  { settings, session }: PublicServices,
  resource: Pick<Resource<E>, 'saveMany'>,
  drafts: readonly DraftOf<E>[],
  onStep: (saved: number) => void = () => {},
): Promise<Result<RecordOf<E>[]>> {
  const { guests, staff } = settings.peek().store_many
  const most = guest(session.user.peek()) ? guests : staff
  const saved: RecordOf<E>[] = []
  const made: Made[] = []
  let isWaiting = false
  for (let at = 0; at < drafts.length; at += most) {
    const answer = await resource.saveMany(drafts.slice(at, at + most))
    if (!answer.ok) return answer
    saved.push(...answer.data)
    made.push(...(answer.made ?? []))
    if (answer.waiting) isWaiting = true
    onStep(saved.length)
  }
  return { ok: true, data: saved, made, ...(isWaiting && { waiting: true }) }
}
