import { sql } from 'kysely'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import { alive, condition } from '../db/conditions.ts'
import { markDeleted, selectRows, type LineRow, type Row } from '../db/rows.ts'
import { lineTable, ownedBy } from '../db/tables.ts'
import { Refusal } from '../http/errors.ts'
import type { Reference } from './catalog.ts'
import { record } from './history.ts'
import { laterThan, saveRow } from './save.ts'
import { some } from '../where.ts'
import type { Work } from './work.ts'

const IN_USE = 'This is in use and cannot be deleted.'

/**
 * Deletes softly, and with it what its description says goes along; what still refers to it may forbid it.
 * @throws Refusal 403, or 422 when it is in use
 */
export async function removeRow(work: Work, entity: Entity, row: Row): Promise<void> {
  if (!guardOf(entity, 'delete')(work.user)) throw new Refusal(403)
  const answer = await work.catalog.serving(entity).may?.('delete', { before: row, draft: {} }, work.ctx)
  if (answer !== undefined && answer !== true) throw new Refusal(403, answer)
  await removeTree(work, entity, row)
}

async function removeTree(work: Work, entity: Entity, row: Row): Promise<void> {
  for (const reference of work.catalog.references(entity)) {
    if (reference.onDelete === 'restrict' && (await isUsed(work, reference, row.id))) throw new Refusal(422, IN_USE)
    if (reference.onDelete !== 'cascade') continue
    if (reference.lines) {
      await dropLines(work, reference, reference.lines, row.id)
      continue
    }
    const children = await selectRows(work.db, work.catalog, reference.entity, {
      where: sql`${sql.ref(`t.${reference.field}`)} = ${row.id} and ${alive()}`,
    })
    for (const child of children) await removeTree(work, reference.entity, child)
  }
  const passed = await work.witness(work, entity, row.id)
  await markDeleted(work.db, entity, row.id, laterThan(row.updated_at, work.now))
  work.changes.push({ entity, id: row.id, kind: 'deleted', passed })
  await record(work, entity, row.id, 'deleted', {})
  await work.catalog.serving(entity).afterDelete?.(row, work.ctx)
}

/** Takes the lines that name a record out of the records that hold them, as if someone had saved those without. */
async function dropLines(work: Work, { entity, field }: Reference, lines: string, id: number): Promise<void> {
  const holds = condition(work.catalog, entity, { [lines]: some({ [field]: id }) })
  for (const owner of await selectRows(work.db, work.catalog, entity, { where: sql`${holds} and ${alive()}` })) {
    const held = (owner[lines] as LineRow[] | undefined) ?? []
    await saveRow(work, entity, { [lines]: held.filter((line) => line[field] !== id) }, owner, { as: 'server' })
  }
}

async function isUsed(work: Work, { entity, field, lines }: Reference, id: number): Promise<boolean> {
  const held = lines && lineTable(entity, lines)
  const from = held
    ? sql`${sql.table(held.table)} as l join ${sql.table(entity.table)} as t on ${ownedBy(held, 'l', 't')} where ${sql.ref(`l.${field}`)} = ${id}`
    : sql`${sql.table(entity.table)} as t where ${sql.ref(`t.${field}`)} = ${id}`
  const { rows } = await sql`select 1 from ${from} and ${alive()} limit 1`.execute(work.db)
  return rows.length > 0
}
