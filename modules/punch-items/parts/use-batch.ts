import { MOST_AT_ONCE, useEach } from '#blocks/batch/use-each.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { numberOf, punchItems, type PunchItem } from '../entities.ts'
import { NEVER_COMPLETED } from '../guards.ts'

/** The most items of one batch. */
export const MOST = MOST_AT_ONCE

/** Changes many items of a project, with a connection only; each item has its own result. */
export function useBatch(project_id: Id) {
  const { api } = useServices()
  const { busy, each } = useEach<PunchItem>({ noun: ['item', 'items'], nameOf: numberOf, otherwise: NEVER_COMPLETED })
  const resource = api(punchItems, { project_id })
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
