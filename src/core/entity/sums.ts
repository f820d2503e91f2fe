import type { Guard } from '../access/access.ts'
import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'
import { number } from './fields.ts'
import type { Count } from './patterns.ts'

/**
 * The fields that sums add to records of other entities, as `{entity}.{field}`. A module that declares a sum adds it here,
 * beside its description, and edits no other module:
 * @example
 * declare module '#core/entity/sums.ts' {
 *   interface Summed { 'cost_code.booked_hours': number }
 * }
 */
// Modules add to it.
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Summed {}
export type SumName = keyof Summed & string

/** What sums add to the records of an entity: absent where the reader may not know it, or before anything told it. */
export type SumsOn<N extends string> = string extends N
  ? unknown
  : { readonly [K in keyof Summed as K extends `${N}.${infer F}` ? F : never]?: Summed[K] }

/** A total of a number over an entity's records per parent, whatever its reader sees of them. */
export interface Sum extends Pick<Count, 'of' | 'where'> {
  /** The number that is added up, with at most four decimals. */
  readonly field: string
  /** Who may know the company's total. */
  readonly readableBy: Guard
  readonly label: string
}

/**
 * Declares a total of these records that is kept on a parent and told live. It is the company's: whoever may read it
 * learns of records that they may not see, so it says who that is.
 * @example sums: { 'cost_code.booked_hours': sumOf('cost_code_id', 'hours', {}, { label: 'Hours', readableBy: planners }) }
 */
export const sumOf = (of: string, field: string, where: Sum['where'], told: Pick<Sum, 'readableBy' | 'label'>): Sum =>
  Object.freeze({ of, field, where, ...told })

/** The entity and the field that a sum is told on. */
export function placeOf(name: string): [entity: string, field: string] {
  const dot = name.indexOf('.')
  return [name.slice(0, dot), name.slice(dot + 1)]
}

/**
 * Adds the sums that entities declare to the descriptions of their parents, which then have them as fields that the
 * server fills. Doing it again changes nothing.
 * @throws for a sum on an entity that is not described, has such a field, or is not what the records refer to
 */
export function describeSums(entities: readonly Entity[]): void {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  for (const entity of entities)
    for (const [name, sum] of Object.entries(entity.sums)) {
      const [parentName, field] = placeOf(name)
      const [parent, fields] = [byName.get(parentName), entity.fields as Fields]
      const summed = fields[sum.field]
      const target = fields[sum.of]?.facts.ref?.entity ?? parentName
      if (!parent || target !== parentName || summed?.kind !== 'number')
        throw new Error(`Entity "${entity.name}" declares the sum "${name}", which cannot be.`)
      const computed: Fields = parent.computed
      const known = described.get(sum) ?? number(summed.facts).default(0).label(sum.label).readableBy(sum.readableBy)
      described.set(sum, known)
      if (field in parent.fields || (computed[field] ?? known) !== known)
        throw new Error(`Entity "${entity.name}" declares the sum "${name}", which "${parentName}" has already.`)
      computed[field] = known
    }
}
const described = new WeakMap<Sum, Fields[string]>()
