import { guest, type CurrentUser } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { Row } from '../db/rows.ts'
import { entriesOf, type HistoryEntry } from './history.ts'
import { presentLines } from '../resource/present.ts'
import { readable } from '../resource/visibility.ts'
import type { Changes } from '../subscription.ts'
import { whileVisible } from './while-visible.ts'
import type { Context } from '../context/context.ts'

/** A change as far as the user may read it: without fields hidden from them, and of lines without those of their fields. */
export function readableChanges(entity: Entity, changes: Changes, user: CurrentUser, row: Row): Changes {
  const fields: Fields = entity.fields
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, { old, new: next }]): [string, Changes[string]][] => {
      const field = fields[name]
      if (!field?.facts.lines) return field && !readable(field, user, row) ? [] : [[name, { old, new: next }]]
      if (!readable(field, user)) return []
      const [before, after] = [presentLines(field, old, user), presentLines(field, next, user)]
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [[name, { old: before, new: after }]]
    }),
  )
}

/**
 * A record's history, newest first, limited to what the user may read: without fields hidden from them and, for guests,
 * without anything that happened before they could see the record.
 */
export async function historyOf(ctx: Context, entity: Entity, row: Row): Promise<HistoryEntry[]> {
  const entries = guest(ctx.user)
    ? (await whileVisible(ctx, entity, row)).entries
    : await entriesOf(ctx.db, entity, row.id)
  return gathered(entries).map((entry) => ({
    ...entry,
    changes: readableChanges(entity, entry.changes, ctx.user, row),
  }))
}

/** What is saved while it is typed is one line of history as long as its first save is no older, in milliseconds. */
const ONE_LINE = 10 * 60_000

/** Entries, newest first, where one person's successive saves of one field within ten minutes are a single one. */
function gathered(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const lines: HistoryEntry[] = []
  for (const entry of entries) {
    const later = lines.at(-1)
    const joined = later && joinedWith(later, entry)
    if (joined) lines[lines.length - 1] = joined
    else lines.push(entry)
  }
  return lines
}

function joinedWith(later: HistoryEntry, entry: HistoryEntry): HistoryEntry | null {
  const [[name, change] = [], ...others] = Object.entries(later.changes)
  const [[same, first] = [], ...more] = Object.entries(entry.changes)
  if (!change || !first || name !== same || others.length || more.length) return null
  if (later.action !== 'updated' || entry.action !== 'updated' || later.user_id !== entry.user_id) return null
  if (Date.parse(later.created_at) - Date.parse(entry.created_at) > ONE_LINE) return null
  return { ...later, changes: { [name ?? '']: { old: first.old, new: change.new } } }
}
