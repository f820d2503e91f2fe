import { sql, type RawBuilder } from 'kysely'
import type { Entity, RecordOf } from '../../core/entity/entity.ts'
import type { AnyWhere, Value } from '../../core/query/where.ts'
import type { Asking } from '../asking.ts'
import { existsLine, existsRow, groupRows, pickRows } from '../db/asking.ts'
import { alive, condition } from '../db/conditions.ts'
import type { Row } from '../db/rows.ts'
import { lineTables } from '../db/tables.ts'
import { fillComputed } from '../resource/computed.ts'
import { resolve } from '../resource/visibility.ts'
import type { Context } from './context.ts'

/** The stored rows that match a condition, as SQL; deleted ones only if it asks for them. */
export async function matching(ctx: Context, entity: Entity, where: AnyWhere = {}): Promise<RawBuilder<unknown>> {
  const tested = condition(ctx.catalog, entity, await resolve(ctx.catalog, where, ctx))
  return 'deleted_at' in where ? tested : sql`${alive()} and ${tested}`
}

/** Rows as records; the counts that other entities contribute are left out. */
export async function recordsOf<E extends Entity>(ctx: Context, entity: E, rows: Row[]): Promise<RecordOf<E>[]> {
  // Safe because rows are decoded by the same description that RecordOf is derived from.
  return (await fillComputed(ctx, entity, rows, { isCounted: true })) as unknown as RecordOf<E>[]
}

/** The questions that a context answers; it is asked for late, since it holds these itself. */
export function askingOf(context: () => Context): Asking {
  return {
    async exists(place: Entity | string, where: AnyWhere & Readonly<Record<string, Value>> = {}) {
      const ctx = context()
      const { db, catalog } = ctx
      if (typeof place !== 'string') return existsRow(db, place, await matching(ctx, place, where))
      const lines = catalog.entities.flatMap(lineTables).find(({ table }) => table === place)
      if (!lines) throw new Error(`No description has lines in "${place}".`)
      return existsLine(db, catalog, lines, where)
    },
    async groups(entity, grouping) {
      const ctx = context()
      return groupRows(ctx.db, ctx.catalog, entity, grouping, await matching(ctx, entity, grouping.where))
    },
    async pick(entity, fields, where, picking = {}) {
      const ctx = context()
      return pickRows(ctx.db, ctx.catalog, entity, fields, await matching(ctx, entity, where), picking)
    },
  }
}
