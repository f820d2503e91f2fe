import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Count } from '../../core/entity/patterns.ts'
import type { Context } from '../context/context.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import type { Row } from '../db/rows.ts'
import { ruleFor } from './visibility.ts'

/** A count of `entity` that is included in the records its field `count.of` refers to. */
export interface Contribution {
  readonly name: string
  readonly entity: Entity
  readonly count: Count
}

/**
 * Fills the counts that other entities contribute to these records, one query each, counting only what the user may
 * see.
 */
export async function fillCounts(ctx: Context, entity: Entity, rows: readonly Row[]): Promise<void> {
  const { catalog, db } = ctx
  for (const { name, entity: child, count } of catalog.counts(entity)) {
    const parent = sql.ref(`t.${count.of}`)
    const named = inList(
      catalog.dialect,
      parent,
      rows.map(({ id }) => id),
    )
    const rule = condition(catalog, child, await ruleFor(catalog, child, ctx))
    const { rows: found } = await sql<{
      parent: unknown
      n: unknown
    }>`select ${parent} as parent, count(*) as n from ${sql.table(child.table)} as t where ${named} and ${alive()} and ${condition(catalog, child, { ...count.where })} and ${rule} group by ${parent}`.execute(
      db,
    )
    const counts = new Map(found.map(({ parent, n }) => [Number(parent), Number(n)]))
    for (const row of rows) row[name] = counts.get(row.id) ?? 0
  }
}

const counted = ({ where }: Count, row: Row | null): boolean =>
  row !== null && Object.entries(where).every(([field, value]) => (row[field] ?? null) === value)

/** Announces the parents whose counts a change touches; `after` is null for a deletion. */
export async function announceCounts(
  ctx: Context,
  entity: Entity,
  before: Row | null,
  after: Row | null,
): Promise<void> {
  for (const count of Object.values(entity.counts)) {
    const parents = new Set([before, after].flatMap((row) => (counted(count, row) ? Number(row?.[count.of]) : [])))
    const moved = before?.[count.of] !== after?.[count.of]
    if (counted(count, before) === counted(count, after) && !moved) continue
    const parent = ctx.catalog.referred(entity, count.of)
    for (const id of parents) if (id) await ctx.announce(parent, id)
  }
}
