import type { Id } from '#core/access/access.ts'
import type { HistoryEntry } from '#core/resource/resource.ts'

/**
 * The entries of a record's history, which come newest first, that a later one has undone: pressing Undo there again would
 * find nothing to undo. What undid a change and was itself undone since undid nothing.
 */
export function undoneEntries(entries: readonly HistoryEntry[]): ReadonlySet<Id> {
  const undone = new Set<string>()
  return new Set(
    entries.flatMap(({ id, change_id, undoes }) => {
      const isUndone = change_id !== null && change_id !== undefined && undone.has(change_id)
      if (undoes && !isUndone) undone.add(undoes)
      return isUndone ? [id] : []
    }),
  )
}
