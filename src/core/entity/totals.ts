import type { Guard } from '../access/access.ts'
import type { Entity } from './entity.ts'
import type { Field, Fields } from './field.ts'
import { number } from './fields.ts'
import type { Count } from './patterns.ts'

/**
 * The fields that counts and sums add to records of other entities, as `{entity}.{field}`. A module that declares one adds
 * it here, beside its description, and edits no other module:
 * @example
 * declare module '#core/entity/totals.ts' {
 *   interface Counted { 'project.open_rfis': number }
 *   interface Summed { 'cost_code.booked_hours': number }
 * }
 */
// Modules add to it.
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Counted {}
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Summed {}
export type CountName = keyof Counted & string
export type SumName = keyof Summed & string

type FieldIn<K, N extends string> = K extends `${N}.${infer F}` ? F : never
/** The names of the fields that any counts and sums add. */
export type TotalName = FieldIn<CountName | SumName, string>

/** What is added to the records of an entity. Sums are absent where the reader may not know them. */
export type TotalsOn<N extends string> = string extends N
  ? unknown
  : { readonly [K in keyof Counted as FieldIn<K, N>]: Counted[K] } & {
      readonly [K in keyof Summed as FieldIn<K, N>]?: Summed[K]
    }

/**
 * A total of a number over an entity's records per parent, which is kept on the parent and told live. It is the company's,
 * whatever its reader sees of them: whoever may read it learns of records that they may not see, so it says who that is.
 * @example totals: { 'cost_code.booked_hours': { of: 'cost_code_id', field: 'hours', label: 'Hours', readableBy: planners } }
 */
export interface Sum extends Pick<Count, 'of'>, Partial<Pick<Count, 'where'>> {
  /** The number that is added up, with at most four decimals. */
  readonly field: string
  /** Who may know the company's total. */
  readonly readableBy: Guard
  /** The parent's ref to a person, who may know it too. */
  readonly own?: string
  readonly label: string
}

/** The parent's entity and the field of it that holds a count or a sum: `project.open_rfis`. */
export function placeOf(name: string): [entity: string, field: string] {
  const dot = name.indexOf('.')
  return [name.slice(0, dot), name.slice(dot + 1)]
}

const described = new WeakMap<object, Field<number>>()
const fieldOf = ({ facts }: Field<unknown>, { label, readableBy, own }: Sum): Field<number> =>
  number(facts)
    .default(0)
    .label(label)
    .readableBy(readableBy, own === undefined ? own : { own })

/**
 * Adds the counts and sums that entities declare to the descriptions of their parents, which then have them as fields that
 * the server fills. Doing it again changes nothing.
 * @throws for one on an entity that is not described, has such a field, or is not what the records refer to
 */
export function describeTotals(entities: readonly Entity[]): void {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  for (const entity of entities) {
    const fields: Fields = entity.fields
    const describe = (name: string, total: Pick<Count, 'of'>, makeField: () => Field<number> | null) => {
      const [parentName, field] = placeOf(name)
      const parent = byName.get(parentName)
      const known = described.get(total) ?? makeField()
      if (!parent || (fields[total.of]?.facts.ref?.entity ?? parentName) !== parentName || !known)
        throw new Error(`Entity "${entity.name}" declares the total "${name}", which cannot be.`)
      described.set(total, known)
      const computed: Fields = parent.computed
      if (field in parent.fields || (computed[field] ?? known) !== known)
        throw new Error(`Entity "${entity.name}" declares the total "${name}", which "${parentName}" has already.`)
      computed[field] = known
    }
    for (const [name, count] of Object.entries<Count>(entity.counts)) describe(name, count, () => number().default(0))
    for (const [name, sum] of Object.entries<Sum>(entity.sums)) {
      const summed = fields[sum.field]
      describe(name, sum, () => (summed?.kind === 'number' ? fieldOf(summed, sum) : null))
    }
  }
}
