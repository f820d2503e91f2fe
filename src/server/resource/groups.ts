import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { conditionOf, type AnyWorkflow } from '../../core/entity/workflow.ts'
import type { Context } from '../context/context.ts'
import { hasKey } from '../db/codec.ts'
import { condition } from '../db/conditions.ts'
import { columnOf, inList } from '../db/database.ts'
import { relatedFields, type RelatedField } from '../db/plan.ts'
import type { Sort } from './sort.ts'
import { readable } from './visibility.ts'

/** Of more groups than this, the rows are sorted instead. */
const MOST_GROUPS = 1000

/** Rows of a list that have a value in common. */
export interface Group {
  /** Null for those that have none; text, as in a query. */
  readonly value: string | null
  /** The name of the record that the value refers to; null for what the client names itself. */
  readonly label: string | null
  readonly count: number
  readonly where: RawBuilder<unknown>
}

/** How the rows of a list are grouped, and the order of the groups. */
export interface Grouping {
  /** Tells it from other groupings of the same list. */
  readonly key: string
  /** The entity whose records give groups their names and order. */
  readonly named: string | undefined
  /** What rows are counted by. */
  readonly value: RawBuilder<unknown>
  /** What tells a row's group, as the group's own `value`; it may be joined. */
  readonly told: RawBuilder<unknown>
  inOrder(found: readonly { value: unknown; count: number }[]): Promise<readonly Group[]>
}

type Asking = Pick<Context, 'catalog' | 'user' | 'db'>

/** The grouping that a list is asked for by the name of a field, or `state`; errors are named `group_by`. */
export function readGrouping(
  ctx: Asking,
  entity: Entity,
  name: string | undefined,
  errors: FieldErrors,
): Grouping | null {
  if (!name) return null
  const field: Field<unknown> | undefined = Object.hasOwn(entity.fields, name)
    ? (entity.fields as Fields)[name]
    : undefined
  const found =
    name === 'state' && entity.workflow
      ? byState(ctx, entity, entity.workflow)
      : field && readable(field, ctx.user)
        ? byField(ctx, entity, name, field)
        : null
  if (!found) errors.group_by = [`Lists of this kind cannot be grouped by ${name.slice(0, 60)}.`]
  return found
}

function byField(ctx: Asking, entity: Entity, name: string, field: Field<unknown>): Grouping | null {
  if (field.kind === 'ref') {
    const joined = `${name.replace(/_id$/, '')}_name`
    const related = relatedFields(ctx.catalog, entity).find((one) => one.name === joined && one.ref === name)
    const shown = (entity.computed as Fields)[joined]
    return related && shown && readable(shown, ctx.user) ? byRecord(ctx, entity, related) : null
  }
  if (field.kind !== 'choice' && field.kind !== 'flag') return null
  const column = columnOf('t', name)
  const isFlag = field.kind === 'flag'
  const value = isFlag ? sql`case when ${column} then '1' else '0' end` : column
  return {
    key: name,
    named: undefined,
    value,
    told: value,
    async inOrder(found) {
      const counts = new Map(found.map((one) => [one.value, one.count]))
      return [...(field.facts.choices ?? ['1', '0']), null].flatMap((one): Group[] => {
        const count = counts.get(one)
        const where = one === null ? sql`${value} is null` : sql`${value} = ${one}`
        return count ? [{ value: one, label: null, count, where }] : []
      })
    },
  }
}

/** By the state of the workflow, if the user may read all that decides it. */
function byState(ctx: Asking, entity: Entity, { states }: AnyWorkflow): Grouping | null {
  const fields = entity.fields as Fields
  const known = Object.entries(states).flatMap(([name, state]) => (state ? [{ name, when: conditionOf(state) }] : []))
  const decisive = known.flatMap(({ when }) => Object.keys(when ?? {}))
  if (decisive.some((name) => fields[name] && !readable(fields[name], ctx.user))) return null
  const holds = (when: (typeof known)[number]['when']) =>
    when ? condition(ctx.catalog, entity, when) : sql<boolean>`true`
  // A record is in the last of its states whose condition holds.
  const cases = known.toReversed().map(({ name, when }) => sql`when ${holds(when)} then ${sql.lit(name)}`)
  const value = sql`case ${sql.join(cases, sql` `)} end`
  return {
    key: 'state',
    named: undefined,
    value,
    told: value,
    async inOrder(found) {
      const counts = new Map(found.map((one) => [one.value, one.count]))
      return known.flatMap(({ name, when }): Group[] => {
        const count = counts.get(name)
        // The state's own condition beside it, because an index can find that.
        return count ? [{ value: name, label: null, count, where: sql`${holds(when)} and ${value} = ${name}` }] : []
      })
    },
  }
}

/** The records that values refer to, in the order of a field of theirs. */
async function recordsOf({ catalog, db }: Asking, { table, field, kind }: RelatedField, ids: readonly number[]) {
  const key = sql.ref(hasKey(kind) ? `${field}_key` : field)
  const { rows } = await sql<{ id: unknown; label: unknown; key: unknown }>`
    select id, ${sql.ref(field)} as label, ${key} as key from ${sql.table(table)}
    where ${inList(catalog.dialect, sql.ref('id'), ids)} order by ${key}, id`.execute(db)
  return rows
}

const idsIn = (found: readonly { value: unknown }[]) =>
  found.flatMap(({ value }) => (value === null ? [] : [Number(value)]))

/** By the record that a ref names, in the order of its names; those without one are last. */
function byRecord(ctx: Asking, entity: Entity, related: RelatedField): Grouping {
  const column = columnOf('t', related.ref)
  return {
    key: related.ref,
    named: (entity.fields as Fields)[related.ref]?.facts.ref?.entity,
    value: column,
    told: column,
    async inOrder(found) {
      const counts = new Map(found.map(({ value, count }) => [value === null ? null : Number(value), count]))
      const named = (await recordsOf(ctx, related, idsIn(found))).map(({ id, label }): Group => ({
        value: String(id),
        label: String(label ?? ''),
        count: counts.get(Number(id)) ?? 0,
        where: sql`${column} = ${Number(id)}`,
      }))
      const none = counts.get(null)
      return none ? [...named, { value: null, label: null, count: none, where: sql`${column} is null` }] : named
    },
  }
}

/**
 * What a list is sorted by that other records hold, as groups of rows: a few hundred names are sorted instead of
 * 100,000 rows. Null for a sort by the rows' own fields.
 */
export function sortGrouping(
  ctx: Asking,
  entity: Entity,
  { related, column: told, isDescending }: Sort,
): Grouping | null {
  if (!related) return null
  const column = columnOf('t', related.ref)
  return {
    key: `by ${related.name} ${isDescending ? 'desc' : 'asc'}`,
    named: (entity.fields as Fields)[related.ref]?.facts.ref?.entity,
    value: column,
    told,
    async inOrder(found) {
      if (found.length > MOST_GROUPS) return []
      const counts = new Map(found.map(({ value, count }) => [value === null ? null : Number(value), count]))
      const equal = new Map<string | null, { ids: number[]; count: number }>()
      const put = (key: string | null, id: number | null) => {
        const group = equal.get(key) ?? { ids: [], count: 0 }
        equal.set(key, {
          ids: id === null ? group.ids : [...group.ids, id],
          count: group.count + (counts.get(id) ?? 0),
        })
      }
      // Nothing comes first, as in an index.
      if (counts.has(null)) put(null, null)
      const records = await recordsOf(ctx, related, idsIn(found))
      for (const { id, key } of records.toSorted((a, b) => Number(b.key === null) - Number(a.key === null)))
        put(key === null ? null : String(key), Number(id))
      const groups = [...equal].map(([value, { ids, count }]): Group => {
        const named = inList(ctx.catalog.dialect, column, ids)
        const where =
          value !== null ? named : ids.length ? sql`(${column} is null or ${named})` : sql`${column} is null`
        return { value, label: null, count, where }
      })
      return isDescending ? groups.reverse() : groups
    },
  }
}
