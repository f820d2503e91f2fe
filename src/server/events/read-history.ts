import { guest } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { Row } from '../db/rows.ts'
import { entriesOf, type HistoryEntry } from './history.ts'
import { readable } from '../resource/visibility.ts'
import { whileVisible } from './while-visible.ts'
import type { Context } from '../context/context.ts'

/**
 * A record's history, newest first, limited to what the user may read: without fields hidden from them and, for guests,
 * without anything that happened before they could see the record.
 */
export async function historyOf(ctx: Context, entity: Entity, row: Row): Promise<HistoryEntry[]> {
  const fields: Fields = entity.fields
  const may = (name: string) => !fields[name] || readable(fields[name], ctx.user)
  const entries = guest(ctx.user)
    ? (await whileVisible(ctx, entity, row)).entries
    : await entriesOf(ctx.db, entity, row.id)
  return entries.map((entry) => ({
    ...entry,
    changes: Object.fromEntries(Object.entries(entry.changes).filter(([name]) => may(name))),
  }))
}
