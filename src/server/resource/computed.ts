import { sql } from 'kysely'
import { attachmentFields, guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { alive, condition } from '../db/conditions.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { fillCounts } from './counts.ts'
import { present } from './present.ts'
import { readable, ruleFor } from './visibility.ts'
import type { Context } from '../context/context.ts'

/**
 * Fills the fields that are neither stored nor joined, in batches; a field that no module fills gets its default. Fields
 * marked `detail` are filled only where a single record is read. `isCounted` says that the counts are filled already, and
 * `readableOnly` leaves out what this user may not read, for records that are shown to nobody else and ask no rule.
 */
export async function fillComputed(
  ctx: Context,
  entity: Entity,
  rows: Row[],
  { detail = false, isCounted = false, readableOnly = false } = {},
): Promise<Row[]> {
  if (!rows.length) return rows
  if (!isCounted) await fillCounts(entity, [{ ctx, rows }])
  const counted = new Set([
    ...ctx.catalog.counts(entity).map(({ name }) => name),
    ...ctx.catalog.sums(entity).map(({ field }) => field),
  ])
  const fillings = ctx.catalog.serving(entity).computed ?? {}
  for (const [name, field] of Object.entries(entity.computed as Fields)) {
    const { facts, kind, fallback } = field
    if (facts.related || kind === 'embed' || counted.has(name)) continue
    if (readableOnly && !readable(field, ctx.user)) continue
    const values = facts.detail && !detail ? undefined : await fillings[name]?.(rows as never, ctx)
    for (const [at, row] of rows.entries()) row[name] = values ? values[at] : fallback
  }
  return rows
}

/**
 * Embeds the records of other entities that refer to these rows, limited to what the user may see. An entity the user
 * may not see at all is left out. Rows of lists embed only what is `listed`.
 */
export async function fillEmbeds(
  ctx: Context,
  entity: Entity,
  rows: Row[],
  { inList: isList = false } = {},
): Promise<Row[]> {
  const { catalog, db, user } = ctx
  for (const [name, { facts }] of Object.entries(entity.computed as Fields)) {
    if (!facts.embed || !rows.length || (isList && !facts.listed)) continue
    const embedded = catalog.entity(facts.embed)
    if (!guardOf(embedded, 'view')(user)) continue
    const attached = entity.attachable.includes(embedded.name) ? attachmentFields(embedded) : null
    const [ref] = catalog.references(entity).filter((reference) => reference.entity === embedded && !reference.lines)
    const field = attached?.id ?? ref?.field
    if (!field) throw new Error(`"${embedded.name}" is embedded in "${entity.name}" and has no ref to it.`)
    const ids = rows.map(({ id }) => id)
    const given = { ...facts.embedWhere, ...(attached && { [attached.type]: entity.table }), [field]: ids }
    const seen = condition(catalog, embedded, await ruleFor(catalog, embedded, ctx), { few: true, given })
    const found = await selectRows(db, catalog, embedded, {
      where: sql`${condition(catalog, embedded, given)} and ${alive()} and ${seen}`,
      order: sql` order by t.id`,
    })
    await fillComputed(ctx, embedded, found)
    for (const { id } of found) ctx.answered.add(`${embedded.name} ${id}`)
    const byRow = Map.groupBy(found, (one) => one[field])
    for (const row of rows) row[name] = (byRow.get(row.id) ?? []).map((one) => present(catalog, embedded, one, user))
  }
  return rows
}
