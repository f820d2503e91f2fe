import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { present } from './present.ts'
import { ruleFor } from './visibility.ts'
import type { Work } from './work.ts'

/** Fills what is neither stored nor joined, a batch at a time; what nobody fills takes its default. */
export async function fillComputed(work: Work, entity: Entity, rows: Row[]): Promise<Row[]> {
  if (!rows.length) return rows
  const fillings = work.catalog.serving(entity).computed ?? {}
  for (const [name, { facts, kind, fallback }] of Object.entries(entity.computed as Fields)) {
    if (facts.related || kind === 'embed') continue
    const values = await fillings[name]?.(rows as never, work.ctx)
    for (const [at, row] of rows.entries()) row[name] = values ? values[at] : fallback
  }
  return rows
}

/** Sends along the records of other entities that name these in a ref of theirs, as far as the user may see them. */
export async function fillEmbeds(work: Work, entity: Entity, rows: Row[]): Promise<Row[]> {
  const { catalog, db, ctx, user } = work
  for (const [name, { facts }] of Object.entries(entity.computed as Fields)) {
    if (!facts.embed) continue
    const embedded = catalog.entity(facts.embed)
    const [ref] = catalog.references(entity).filter((reference) => reference.entity === embedded && !reference.lines)
    if (!ref) throw new Error(`"${embedded.name}" is embedded in "${entity.name}" and has no ref to it.`)
    const owned = inList(
      catalog.dialect,
      sql.ref(`t.${ref.field}`),
      rows.map(({ id }) => id),
    )
    const rule = condition(catalog, embedded, await ruleFor(catalog, embedded, ctx))
    const found = await selectRows(db, catalog, embedded, {
      where: sql`${owned} and ${alive()} and ${rule}`,
      order: sql` order by t.id`,
    })
    await fillComputed(work, embedded, found)
    for (const row of rows)
      row[name] = found.filter((one) => one[ref.field] === row.id).map((one) => present(embedded, one, user))
  }
  return rows
}
