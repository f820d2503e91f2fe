import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, FieldKind, Fields } from '../../core/entity/field.ts'
import { quoted, type Dialect } from './database.ts'
import { linesColumn } from './lines.ts'
import { lineTables, storedFields, type LineTable } from './tables.ts'

/** What the data layer needs to know about other entities, whose fields a `related` field reads. */
export interface Known {
  readonly dialect: Dialect
  entity(name: string): Entity
  /** Sums that other entities keep on this entity's records: the name of each, and the field that tells it. */
  sums(entity: Entity): readonly { readonly name: string; readonly field: string }[]
  /**
   * In conditions, what was deleted from this moment on counts as there. Whom rules had `granted` something is not known for
   * then, since they are derived anew when what they are about goes.
   */
  readonly asOf?: string
}

export interface RelatedField {
  name: string
  ref: string
  alias: string
  table: string
  field: string
  kind: FieldKind
}

/** The joined computed fields; all fields through the same ref share one alias, and so one join. */
export function relatedFields(known: Known, entity: Entity): RelatedField[] {
  return Object.entries(entity.computed as Fields).flatMap(([name, { facts }]) => {
    if (!facts.related) return []
    const { ref, field } = facts.related
    const target = known.entity((entity.fields as Fields)[ref]?.facts.ref?.entity ?? '')
    const kind = (target.fields as Fields)[field]?.kind ?? 'text'
    return [{ name, ref, alias: `r_${ref}`, table: target.table, field, kind }]
  })
}

/** The parts of an entity's select statement, built once per entity, as the text never changes. */
export interface Plan {
  readonly select: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  /** The text of each join by its alias. */
  readonly joins: ReadonlyMap<string, string>
  /** The same joins for a row that the statement itself inserts, as `t`. */
  readonly fromInserted: RawBuilder<unknown>
  readonly fields: readonly [string, Field<unknown>][]
  readonly related: readonly RelatedField[]
  readonly lines: readonly LineTable[]
}

const plans: Record<Dialect, WeakMap<Entity, Plan>> = { sqlite: new WeakMap(), postgres: new WeakMap() }
export function planOf(known: Known, entity: Entity): Plan {
  let plan = plans[known.dialect].get(entity)
  if (!plan) {
    const related = relatedFields(known, entity)
    const own = ['id', ...storedFields(entity.fields).map(([name]) => name), 'created_at', 'updated_at', 'deleted_at']
    const columns = [
      ...own.map((name) => `t.${quoted(name)}`),
      ...related.map(({ alias, field, name }) => `${quoted(alias)}.${quoted(field)} as ${quoted(name)}`),
      ...lineTables(entity).map((lines) => linesColumn(known.dialect, lines)),
    ]
    const joins = new Map(
      related.map(({ alias, table, ref }) => [
        alias,
        ` left join ${quoted(table)} as ${quoted(alias)} on ${quoted(alias)}.id = t.${quoted(ref)}`,
      ]),
    )
    const joined = [...joins.values()].join('')
    plan = {
      select: sql.raw(`select ${columns.join(', ')} `),
      from: sql.raw(`from ${quoted(entity.table)} as t${joined}`),
      joins,
      fromInserted: sql.raw(`from t${joined}`),
      fields: storedFields(entity.fields),
      related,
      lines: lineTables(entity),
    }
    plans[known.dialect].set(entity, plan)
  }
  return plan
}

export interface Page {
  readonly limit: number
  readonly offset: number
  /** What they are sorted by, and the joined field that it is, if it is one. */
  readonly by?: { readonly column: RawBuilder<unknown>; readonly related: RelatedField | undefined }
  /** Finds all matching rows before it sorts them, instead of going through all rows in order. */
  readonly collected?: boolean
}

/**
 * Selects only the ids of a page, so that the rows that are sorted and then discarded are narrow, and without the joins
 * that only the result needs. The limit stands in the text: PostgreSQL plans a statement with an unknown one anew each
 * time it runs, which takes longer than to run it.
 */
export function pageOf(
  { joins }: Plan,
  entity: Entity,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset, by, collected = false }: Page,
): RawBuilder<unknown> {
  const join = by?.related ? joins.get(by.related.alias) : ''
  const from = sql.raw(`from ${quoted(entity.table)} as t${join}`)
  const sorted = sql`${order} limit ${sql.lit(limit)}${offset ? sql` offset ${offset}` : sql``}`
  if (!collected) return sql`select t.id ${from} where ${where}${sorted}`
  const found = sql`select t.id ${from} where ${where}`
  return sql`with found as materialized (${found}) select t.id ${from} join found on found.id = t.id${sorted}`
}
