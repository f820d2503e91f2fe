import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import { toast } from '#ui/toast/toast.tsx'
import { numberOf, punchItems, type PunchItem } from '../entities.ts'
import { NEVER_COMPLETED } from '../guards.ts'

/** The most items of one batch. */
export const MOST = 200
const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

/** Changes many items of a project, with a connection only; each item has its own result. */
export function useBatch(project_id: Id) {
  const { api } = useServices()
  const [busy, setBusy] = useState(false)
  const resource = api(punchItems, { project_id })

  function tell(done: number, past: string, failed: readonly { item: PunchItem; failure: Failure }[]) {
    if (done) toast.success(`${items(done)} ${past}.`)
    const reasons = Map.groupBy(failed, ({ failure }) => messageOf(failure) ?? NEVER_COMPLETED)
    for (const [reason, own] of reasons)
      toast.error(`${own.map(({ item }) => numberOf(item)).join(', ')} not ${past}. ${reason}`)
  }
  async function each(
    list: readonly PunchItem[],
    past: string,
    change: (item: PunchItem) => Promise<{ ok: true } | Failure>,
  ): Promise<void> {
    setBusy(true)
    const failed: { item: PunchItem; failure: Failure }[] = []
    for (const item of list.slice(0, MOST)) {
      const result = await change(item)
      if (result.ok) continue
      failed.push({ item, failure: result })
      // Without a connection every further one would fail as well.
      if (result.status === 0) break
    }
    const tried = failed.some(({ failure }) => failure.status === 0)
    tell(tried ? 0 : Math.min(list.length, MOST) - failed.length, past, failed)
    setBusy(false)
  }
  return {
    busy,
    /** Changes a field of all of them. */
    save: (list: readonly PunchItem[], draft: DraftOf<typeof punchItems>, past: string) =>
      each(list, past, ({ id }) => resource.saveMany([{ ...draft, id }], { online: true })),
    /** Closes all of them, also those that were never completed, which must have been confirmed. */
    close: (list: readonly PunchItem[]) =>
      each(list, 'closed', ({ id }) => resource.act(id, 'close', { confirmed: ['not_completed'] }, { online: true })),
  }
}
