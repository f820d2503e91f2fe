import type { Id } from '#core/access/access.ts'
import type { HistoryEntry } from '#core/resource/resource.ts'

/**
 * The entries of a record's history, which come newest first, that a later one has undone: pressing Undo there again would
 * find nothing to undo. What undid a change and was itself undone since undid nothing.
 */
export function undoneEntries(entries: readonly HistoryEntry[]): ReadonlySet<Id> {
  const undone = new Set<Id>()
  for (const [at, { id, action, changes }] of entries.entries()) {
    if (undone.has(id) || (action !== 'undone' && action !== 'restored')) continue
    const isIts = (one: HistoryEntry) =>
      !undone.has(one.id) && (action === 'restored' ? one.action === 'deleted' : isReverse(changes, one.changes))
    const its = entries.slice(at + 1).find(isIts)
    if (its) undone.add(its.id)
  }
  return undone
}

type Changes = HistoryEntry['changes']

/** Whether changes lead back, of all fields that both have: those that others changed since stay as they are. */
function isReverse(back: Changes, there: Changes): boolean {
  const shared = Object.entries(there).flatMap(([name, change]) => (back[name] ? [[change, back[name]] as const] : []))
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  return shared.length > 0 && shared.every(([was, is]) => same(was.old, is.new) && same(was.new, is.old))
}
