import { guest } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import type { Row } from '../db/rows.ts'
import { entriesOf, type Activity } from './history.ts'
import { readable } from './visibility.ts'
import { whileVisible } from './while-visible.ts'
import type { Work } from './work.ts'

/**
 * A record's history, newest first, as the user may read it: without fields that are not theirs to read and, for guests,
 * without what happened before they could see the record.
 */
export async function historyOf(work: Work, entity: Entity, row: Row): Promise<Activity[]> {
  const fields: Fields = entity.fields
  const may = (name: string) => !fields[name] || readable(fields[name], work.user)
  const entries = guest(work.user)
    ? (await whileVisible(work, entity, row)).entries
    : await entriesOf(work.db, entity, row.id)
  return entries.map((entry) => ({
    ...entry,
    changes: Object.fromEntries(Object.entries(entry.changes).filter(([name]) => may(name))),
  }))
}
