import type { Entity, RecordOf } from '../core/entity/entity.ts'

/** An operator of a row rule, as data: rules are compared, grouped and turned into SQL. */
export interface Op {
  readonly $op: string
  readonly [detail: string]: unknown
}
export interface Some<L> {
  readonly $some: Partial<L>
}

type Test<T> = T | readonly T[] | Op | (T extends (infer L)[] ? Some<L> : never)

/**
 * A row rule as data, always answered by the database: for lists as a condition, for one saved record as one query per
 * distinct rule among those listening. All keys must hold.
 */
export type Where<R> = { [K in keyof R]?: Test<R[K]> } & { $either?: readonly Where<R>[] }

/** A rule of any entity, as the data layer handles it. */
export type AnyWhere = Record<string, unknown>

/** Rows whose parent, named by this id column, the user may see (and which match). */
export const within = <P extends Entity>(parent: P, where?: Where<RecordOf<P>>): Op => ({
  $op: 'within',
  entity: parent.name,
  where,
})

/** Rows that a line of some record the user may see names: the people on the projects one sees. */
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

/** Records of which at least one owned line matches. */
export const some = <L>(line: Partial<L>): Some<L> => ({ $some: line })
export const not = (value: null | string | number | boolean): Op => ({ $op: 'not', value })
/** From and to, both included; null leaves that end open. */
export const between = (from: string | number | null, to: string | number | null): Op => ({ $op: 'between', from, to })
export const anyOf = <R>(...rules: Where<NoInfer<R>>[]): { $either: readonly Where<R>[] } => ({ $either: rules })

export const isOp = (test: unknown): test is Op => typeof test === 'object' && test !== null && '$op' in test
export const isSome = (test: unknown): test is Some<Record<string, unknown>> =>
  typeof test === 'object' && test !== null && '$some' in test
