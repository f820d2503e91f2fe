import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import { placeOf, type Sum } from '../../core/entity/totals.ts'
import type { Context } from '../context/context.ts'
import { alive } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { SUM_SCALE } from '../db/own-tables.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { isCounted, type Reader } from './counted.ts'
import { readable } from './visibility.ts'

/** What a change of a record adds to a sum; it is written when the transaction ends. */
export interface Summand {
  readonly name: string
  readonly parent: Id
  readonly by: number
}

/** Notes what a change adds to sums; `before` is null for a new record, `after` for a deletion. */
export function noteSums({ summands }: Context, entity: Entity, before: Row | null, after: Row | null): void {
  for (const [name, sum] of Object.entries<Sum>(entity.sums))
    for (const [row, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      const parent = row && isCounted(sum, row) ? row[sum.of] : null
      const by = sign * Math.round(Number(row?.[sum.field] ?? 0) * SUM_SCALE)
      if (typeof parent === 'number' && by) summands.push({ name, parent, by })
    }
}

const keyOf = ({ name, parent }: Pick<Summand, 'name' | 'parent'>) => `${name} ${parent}`

/**
 * Writes the sums that a transaction changes with its last statement, and announces their parents. Everyone locks the
 * rows in one order.
 */
export async function writeSums(ctx: Context): Promise<void> {
  const changes = [...Map.groupBy(ctx.summands, keyOf).values()].flatMap((all) => {
    const by = all.reduce((total, one) => total + one.by, 0)
    return all[0] && by ? [{ ...all[0], by }] : []
  })
  if (!changes.length) return
  const rows = changes
    .toSorted((a, b) => (a.name === b.name ? a.parent - b.parent : a.name < b.name ? -1 : 1))
    .map(({ name, parent, by }) => sql`(${name}, ${parent}, ${by})`)
  ctx.closing.push(
    sql`insert into sums (name, parent_id, total) values ${sql.join(rows)} on conflict (name, parent_id) do update set total = sums.total + excluded.total`,
  )
  for (const [name, of] of Map.groupBy(changes, ({ name }) => placeOf(name)[0]))
    await announceSums(
      ctx,
      ctx.catalog.entity(name),
      Map.groupBy(of, ({ parent }) => parent),
    )
}

/**
 * Announces records whose own rows did not change, in few statements. The event names the sums, so that only those who may
 * know them hear of it; history omits it.
 */
async function announceSums(ctx: Context, entity: Entity, changes: ReadonlyMap<Id, readonly Summand[]>): Promise<void> {
  const { db, catalog, events, services } = ctx
  const told = new Set(events.flatMap((event) => (event.entity === entity ? [event.id] : [])))
  const quiet = [...changes.keys()].filter((id) => !told.has(id))
  if (!quiet.length) return
  const rows = await selectRows(db, catalog, entity, {
    where: sql`${inList(catalog.dialect, sql.ref('t.id'), quiet)} and ${alive()}`,
    order: sql` order by t.id`,
  })
  const matched = await services.matchListeners(ctx, entity, rows)
  for (const { id } of rows) {
    const sums = (changes.get(id) ?? []).map(({ name }) => [placeOf(name)[1], { old: null, new: null }])
    events.push({
      entity,
      id,
      kind: 'saved',
      action: '',
      changes: Object.fromEntries(sums),
      matchedBefore: matched(id),
    })
  }
}

/** Fills the sums of these records, with what the transaction has noted, if any of their readers may know them. */
export async function fillSums(entity: Entity, readers: readonly Reader[]): Promise<void> {
  const [first] = readers
  if (!first) return
  const { catalog, db, summands } = first.ctx
  const computed: Fields = entity.computed
  const mayRead = (field: Field<unknown> | undefined) =>
    field !== undefined && (field.facts.ownedBy !== undefined || readers.some(({ ctx }) => readable(field, ctx.user)))
  const told = catalog.sums(entity).filter(({ field }) => mayRead(computed[field]))
  const ids = [...new Set(readers.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  if (!told.length || !ids.length) return
  const names = told.map(({ name }) => name)
  const { rows: kept } = await sql<{
    name: string
    parent: unknown
    total: unknown
  }>`select name, parent_id as parent, total from sums where ${inList(catalog.dialect, sql.ref('name'), names)} and ${inList(catalog.dialect, sql.ref('parent_id'), ids)}`.execute(
    db,
  )
  const totals = new Map(kept.map(({ name, parent, total }) => [`${name} ${String(parent)}`, Number(total)]))
  for (const one of summands) totals.set(keyOf(one), (totals.get(keyOf(one)) ?? 0) + one.by)
  for (const { rows } of readers)
    for (const row of rows)
      for (const { name, field } of told) row[field] = (totals.get(keyOf({ name, parent: row.id })) ?? 0) / SUM_SCALE
}
