import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { homeFields, towardsHome } from '../../core/entity/home.ts'
import { findParent, type Context } from '../context/context.ts'

/** How many old records are filled at a time. */
const BATCH = 200

async function homeOf(ctx: Context, target: string, entity: Entity, row: Record<string, unknown>): Promise<Id | null> {
  const step = towardsHome(target, entity, row, ctx.catalog.entities)
  if (step === null || typeof step === 'number') return step
  const above = await findParent(ctx, step.entity, step.id)
  return above ? homeOf(ctx, target, step.entity, above) : null
}

/** The values of a new record's `home` fields. */
export async function homesOf(ctx: Context, entity: Entity, row: Record<string, unknown>) {
  const homes: Record<string, Id | null> = {}
  for (const { name, target } of homeFields(entity)) homes[name] = await homeOf(ctx, target, entity, row)
  return homes
}

/** Fills in the `home` fields of records of versions that did not have them; at start, once. */
export async function fillHomes(ctx: Context): Promise<void> {
  for (const entity of ctx.catalog.entities)
    for (const { name, target } of homeFields(entity)) {
      const [table, field] = [sql.table(entity.table), sql.ref(name)]
      let last = 0
      for (;;) {
        const { rows } = await sql<
          Record<string, unknown>
        >`select * from ${table} where ${field} is null and deleted_at is null and id > ${last} order by id limit ${BATCH}`.execute(
          ctx.db,
        )
        for (const row of rows) {
          const home = await homeOf(ctx, target, entity, withNumbers(entity, row))
          if (home !== null) await sql`update ${table} set ${field} = ${home} where id = ${row.id}`.execute(ctx.db)
        }
        if (rows.length < BATCH) break
        last = Number(rows.at(-1)?.id)
      }
    }
}

/** A row with its ids as numbers, which PostgreSQL answers as text. */
const withNumbers = (entity: Entity, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const facts = (entity.fields as Fields)[name]?.facts
      return [name, value !== null && (name === 'id' || facts?.ref || facts?.typedBy) ? Number(value) : value]
    }),
  )
