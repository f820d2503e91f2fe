import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Sum } from '../../core/entity/totals.ts'
import type { Context } from '../context/context.ts'
import { alive, condition } from '../db/conditions.ts'
import { columnOf, type Executor } from '../db/database.ts'
import type { Catalog } from './catalog.ts'
import { SUM_SCALE } from '../db/own-tables.ts'

interface Declared {
  readonly entity: Entity
  readonly name: string
  readonly sum: Sum
}

const declaredIn = ({ entities }: Pick<Catalog, 'entities'>): Declared[] =>
  entities.flatMap((entity) => Object.entries<Sum>(entity.sums).map(([name, sum]) => ({ entity, name, sum })))

/** What a sum adds up, as text: it is built again when that changes. */
const meaningOf = ({ entity, sum }: Declared) => JSON.stringify([entity.name, sum.of, sum.field, sum.where ?? {}])
const settingOf = ({ name }: Declared) => `sum ${name}`

/** Works sums out of all records again, within a transaction that nobody else writes sums beside. */
async function rebuild(db: Executor, catalog: Catalog, sums: readonly Declared[]): Promise<void> {
  if (!sums.length) return
  // Whoever noted a change already has committed it then, and whoever has not adds it to what is built here.
  if (catalog.dialect === 'postgres') await sql`lock table sums in exclusive mode`.execute(db)
  for (const declared of sums) {
    const { entity, name, sum } = declared
    const [of, field] = [columnOf('t', sum.of), columnOf('t', sum.field)]
    const total = sql`sum(cast(round(${field} * ${sql.lit(SUM_SCALE)}) as bigint))`
    const counted = sql`${alive()} and ${of} is not null and ${condition(catalog, entity, { ...sum.where })}`
    await sql`delete from sums where name = ${name}`.execute(db)
    await sql`insert into sums (name, parent_id, total) select cast(${name} as text), cast(${of} as bigint), coalesce(${total}, 0) from ${sql.table(entity.table)} as t where ${counted} group by ${of}`.execute(
      db,
    )
    await sql`insert into app_settings (name, value) values (${settingOf(declared)}, ${meaningOf(declared)}) on conflict (name) do update set value = excluded.value`.execute(
      db,
    )
  }
}

/** Builds the sums that are missing, or meant something else in an earlier version; at start. */
export async function buildSums({ db, catalog }: Context): Promise<void> {
  const { rows } = await sql<{
    name: string
    value: string
  }>`select name, value from app_settings where name like 'sum %'`.execute(db)
  const known = new Map(rows.map(({ name, value }) => [name, value]))
  const missing = declaredIn(catalog).filter((one) => known.get(settingOf(one)) !== meaningOf(one))
  await rebuild(db, catalog, missing)
}

/** Builds all sums again. @returns how many kinds there are */
export async function recount(db: Executor, catalog: Catalog): Promise<number> {
  const sums = declaredIn(catalog)
  await rebuild(db, catalog, sums)
  return sums.length
}
