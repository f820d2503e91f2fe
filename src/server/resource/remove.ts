import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { markDeleted, selectRows, type LineRow, type Row } from '../db/rows.ts'
import { lineTable, ownedBy } from '../db/tables.ts'
import { Refusal } from '../http/errors.ts'
import { announceParent } from './attached.ts'
import type { Reference } from './catalog.ts'
import { followCounts } from './counts.ts'
import { demandAction } from './may.ts'
import { laterThan, saveRow } from './save.ts'
import { some } from '../../core/query/where.ts'
import type { Context } from '../context/context.ts'

const IN_USE = 'This is in use and cannot be deleted.'

/**
 * Soft-deletes a record and everything that its description cascades to, unless a remaining reference restricts it.
 * @throws Refusal 403, or 422 when it is in use
 */
export async function removeRow(ctx: Context, entity: Entity, row: Row): Promise<void> {
  await demandAction(ctx, entity, 'delete', row)
  const kept = await ctx.catalog.serving(entity).keep?.(row, ctx)
  if (kept) return void (await saveRow(ctx, entity, kept, row, { as: 'server' }))
  await removeTree(ctx, entity, row)
}

/** Records to delete, by entity, parents before the records cascaded from them. */
type Going = Map<Entity, Map<Id, Row>>

/** Adds rows and, level by level, the records that the deletion cascades to. */
async function gather(ctx: Context, entity: Entity, rows: readonly Row[], going: Going): Promise<void> {
  const held = going.get(entity) ?? new Map<Id, Row>()
  const fresh = rows.filter(({ id }) => !held.has(id))
  if (!fresh.length) return
  for (const row of fresh) held.set(row.id, row)
  going.set(entity, held)
  for (const { entity: below, field, onDelete, lines } of ctx.catalog.references(entity)) {
    if (onDelete !== 'cascade' || lines) continue
    const named = inList(
      ctx.catalog.dialect,
      sql.ref(`t.${field}`),
      fresh.map(({ id }) => id),
    )
    await gather(
      ctx,
      below,
      await selectRows(ctx.db, ctx.catalog, below, { where: sql`${named} and ${alive()}` }),
      going,
    )
  }
}

/** Deletes a record with everything that cascades from it. @throws Refusal 422 when it is in use */
export async function removeTree(ctx: Context, entity: Entity, row: Row): Promise<void> {
  const going: Going = new Map()
  await gather(ctx, entity, [row], going)
  // Records deleted in the same cascade restrict nothing: a category and its codes are deleted together with their
  // project.
  for (const [one, rows] of going)
    for (const reference of ctx.catalog.references(one))
      if (reference.onDelete === 'restrict' && (await isUsed(ctx, reference, rows, going.get(reference.entity))))
        throw new Refusal(422, IN_USE)
  for (const [one, rows] of [...going].toReversed()) for (const gone of rows.values()) await removeOne(ctx, one, gone)
}

async function removeOne(ctx: Context, entity: Entity, row: Row): Promise<void> {
  for (const reference of ctx.catalog.references(entity))
    if (reference.onDelete === 'cascade' && reference.lines) await dropLines(ctx, reference, reference.lines, row.id)
  const matchedBefore = (await ctx.services.matchListeners(ctx, entity, [row]))(row.id)
  await markDeleted(ctx.db, entity, row.id, laterThan(row.updated_at, ctx.now))
  ctx.events.push({ entity, id: row.id, kind: 'deleted', action: 'deleted', changes: {}, matchedBefore })
  await announceParent(ctx, entity, row)
  await followCounts(ctx, entity, row, null)
  await ctx.catalog.serving(entity).afterDelete?.(row, ctx)
}

/** Removes the lines that refer to a record, saving their owners as if a user had removed the lines. */
async function dropLines(ctx: Context, { entity, field }: Reference, lines: string, id: number): Promise<void> {
  const holds = condition(ctx.catalog, entity, { [lines]: some({ [field]: id }) })
  for (const owner of await selectRows(ctx.db, ctx.catalog, entity, { where: sql`${holds} and ${alive()}` })) {
    const held = (owner[lines] as LineRow[] | undefined) ?? []
    await saveRow(ctx, entity, { [lines]: held.filter((line) => line[field] !== id) }, owner, { as: 'server' })
  }
}

/** Whether a live record refers to one of these rows, other than records deleted along with them. */
export async function isUsed(
  { catalog, db }: Context,
  { entity, field, lines }: Reference,
  rows: ReadonlyMap<Id, unknown>,
  going: ReadonlyMap<Id, unknown> | undefined,
): Promise<boolean> {
  const held = lines && lineTable(entity, lines)
  const named = inList(catalog.dialect, sql.ref(`${held ? 'l' : 't'}.${field}`), [...rows.keys()])
  const goes = going ? inList(catalog.dialect, sql.ref('t.id'), [...going.keys()]) : sql`false`
  const owners = held
    ? sql`${sql.table(held.table)} as l join ${sql.table(entity.table)} as t on ${ownedBy(held, 'l', 't')}`
    : sql`${sql.table(entity.table)} as t`
  const found = await sql`select 1 from ${owners} where ${named} and ${alive()} and not ${goes} limit 1`.execute(db)
  return found.rows.length > 0
}
