import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Count } from '../../core/entity/patterns.ts'
import type { Context } from '../context/context.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import type { Row } from '../db/rows.ts'
import { isCounted, type Reader } from './counted.ts'
import { fillSums, noteSums } from './sums.ts'
import { ruleFor, type Rule } from './visibility.ts'

/** A count of `entity` that is included in the records its field `count.of` refers to. */
export interface Contribution {
  readonly name: string
  readonly entity: Entity
  readonly count: Count
}

/** Different rules in one statement; each is a column of its result. */
const MOST_RULES = 100

/**
 * Fills the counts that other entities contribute to these records, counting for each reader only what that user may
 * see, and the sums. It takes one query for each count, however many readers there are.
 */
export async function fillCounts(entity: Entity, readers: readonly Reader[]): Promise<void> {
  const [first] = readers
  if (!first) return
  await fillSums(entity, readers)
  const { catalog, db } = first.ctx
  const ids = [...new Set(readers.flatMap(({ rows }) => rows.map(({ id }) => id)))]
  if (!ids.length) return
  for (const { name, entity: child, count } of catalog.counts(entity)) {
    const parent = sql.ref(`t.${count.of}`)
    const named = inList(catalog.dialect, parent, ids)
    const rules = new Map<string, { rule: Rule; rows: Row[] }>()
    for (const { ctx, rows } of readers) {
      const rule = await ruleFor(catalog, child, ctx)
      const key = JSON.stringify(rule)
      const known = rules.get(key) ?? { rule, rows: [] }
      rules.set(key, known)
      known.rows.push(...rows)
    }
    const distinct = [...rules.values()]
    for (let from = 0; from < distinct.length; from += MOST_RULES) {
      const part = distinct.slice(from, from + MOST_RULES)
      const columns = part.map(
        ({ rule }, at) =>
          sql`count(*) filter (where ${condition(catalog, child, rule, { given: { [count.of]: ids } })}) as ${sql.ref(`n${at}`)}`,
      )
      const { rows: found } = await sql<
        Record<string, unknown>
      >`select ${parent} as parent, ${sql.join(columns)} from ${sql.table(child.table)} as t where ${named} and ${alive()} and ${condition(catalog, child, { ...count.where })} group by ${parent}`.execute(
        db,
      )
      const counts = new Map(found.map((one) => [Number(one.parent), one]))
      for (const [at, { rows }] of part.entries())
        for (const row of rows) row[name] = Number(counts.get(row.id)?.[`n${at}`] ?? 0)
    }
  }
}

/** Notes the sums, and announces the parents whose counts a change touches; `after` is null for a deletion. */
export async function followCounts(ctx: Context, entity: Entity, before: Row | null, after: Row | null): Promise<void> {
  const counted = (count: Count, row: Row | null) => row !== null && isCounted(count, row)
  noteSums(ctx, entity, before, after)
  for (const count of Object.values<Count>(entity.counts)) {
    const parents = new Set([before, after].flatMap((row) => (counted(count, row) ? Number(row?.[count.of]) : [])))
    const moved = before?.[count.of] !== after?.[count.of]
    if (counted(count, before) === counted(count, after) && !moved) continue
    const parent = ctx.catalog.referred(entity, count.of)
    for (const id of parents) if (id) await ctx.announce(parent, id)
  }
}
