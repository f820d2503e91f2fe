import type { Entity, RecordOf } from '../core/entity/entity.ts'

/** An operator of a row rule, as plain data, so that rules can be compared, grouped and converted to SQL. */
export interface Op {
  readonly $op: string
  readonly [detail: string]: unknown
}
export interface Some<L> {
  readonly $some: Partial<L>
}

type Test<T> = T | readonly T[] | Op | (T extends (infer L)[] ? Some<L> : never)

/**
 * A row rule as plain data, always evaluated by the database: as a condition of a list's query, or for one saved record
 * as one query per distinct rule among its listeners. All keys must match.
 */
export type Where<R> = { [K in keyof R]?: Test<R[K]> } & { $either?: readonly Where<R>[] }

/** A rule with its entity type erased, as the data layer uses it. */
export type AnyWhere = Record<string, unknown>

/** Matches rows whose parent, by this id column, is visible to the user (and matches `where`). */
export const within = <P extends Entity>(parent: P, where?: Where<RecordOf<P>>): Op => ({
  $op: 'within',
  entity: parent.name,
  where,
})

/** Matches rows that the lines of a record visible to the user refer to, such as the people on the user's projects. */
export const namedBy = <P extends Entity>(
  entity: P,
  lines: keyof P['fields'] & string,
  ref: string,
  where?: Where<RecordOf<P>>,
): Op => ({
  $op: 'namedBy',
  entity: entity.name,
  lines,
  ref,
  where,
})

/** Matches records with at least one matching line. */
export const some = <L>(line: Partial<L>): Some<L> => ({ $some: line })
export const not = (value: null | string | number | boolean): Op => ({ $op: 'not', value })
/** An inclusive range; null leaves that end open. */
export const between = (from: string | number | null, to: string | number | null): Op => ({ $op: 'between', from, to })
export const anyOf = <R>(...rules: Where<NoInfer<R>>[]): { $either: readonly Where<R>[] } => ({ $either: rules })

export const isOp = (test: unknown): test is Op => typeof test === 'object' && test !== null && '$op' in test
export const isSome = (test: unknown): test is Some<Record<string, unknown>> =>
  typeof test === 'object' && test !== null && '$some' in test
