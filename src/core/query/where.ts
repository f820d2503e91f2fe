import type { Entity, RecordOf } from '../entity/entity.ts'

/** An operator of a condition, as plain data, so that conditions can be compared, grouped and converted to SQL. */
export interface Op {
  readonly $op: string
  readonly [detail: string]: unknown
}
export interface Some<L> {
  readonly $some: Partial<L>
}
export type Value = null | string | number | boolean

type Test<T> = T | readonly T[] | Op | (T extends (infer L)[] ? Some<L> : never)

/**
 * A condition on records as plain data: all keys must match. The same condition is compiled to SQL by the server
 * (`condition`) and evaluated against one record on both sides (`matches`).
 */
export type Where<R> = { [K in keyof R]?: Test<R[K]> } & {
  $either?: readonly AnyWhere[]
  $all?: readonly AnyWhere[]
}

/** A condition with its entity type erased. */
export type AnyWhere = Record<string, unknown>

/** Matches rows whose parent, by this id column, is visible to the user (and matches `where`). */
export const within = <P extends Entity>(parent: P, where?: Where<RecordOf<P>>): Op => ({
  $op: 'within',
  entity: parent.name,
  where,
})

/**
 * Matches rows that the lines of a record visible to the user refer to, such as the people on the user's projects.
 * @param entity a description, or its name where its module depends on this one
 */
export const namedBy = <P extends Entity>(
  entity: P | string,
  lines: keyof P['fields'] & string,
  ref: string,
  where?: Where<RecordOf<P>>,
): Op => ({
  $op: 'namedBy',
  entity: typeof entity === 'string' ? entity : entity.name,
  lines,
  ref,
  where,
})

/**
 * Matches rows whose id column refers to record `id` of a tree, or to a record below it.
 * @param parent the tree's own ref to the record above
 * @example { folder_id: under(folders, 'parent_id', 7) }
 */
export const under = <T extends Entity>(tree: T, parent: keyof T['fields'] & string, id: number): Op => ({
  $op: 'under',
  entity: tree.name,
  parent,
  id,
})

/**
 * Matches rows to which a row of `access` gives the user one of the levels. The access entity has the fields
 * `subject_type` (`user`, `role`, `contact_type` or `customer`), `subject_id` (an id, or a role's name, as text) and
 * `level`.
 * @param of the field of the access entity that holds the row's id
 * @example { id: granted(folderAccess, 'folder_id', ['view', 'edit']) }
 */
export const granted = <A extends Entity>(
  access: A,
  of: keyof A['fields'] & string,
  levels: readonly string[],
): Op => ({
  $op: 'granted',
  entity: access.name,
  of,
  levels,
})

/** Matches records with at least one matching line. */
export const some = <L>(line: Partial<L>): Some<L> => ({ $some: line })
/** Matches every other value, and empty ones too unless null is excluded as well. */
export const not = (value: Value | readonly Value[]): Op => ({ $op: 'not', value })
/** An inclusive range of numbers, dates or instants; null leaves that end open. */
export const between = (from: string | number | null, to: string | number | null): Op => ({ $op: 'between', from, to })
export const anyOf = <R>(...rules: Where<NoInfer<R>>[]): { $either: readonly AnyWhere[] } => ({ $either: rules })
export const allOf = <R>(...rules: Where<NoInfer<R>>[]): { $all: readonly AnyWhere[] } => ({ $all: rules })

export const isOp = (test: unknown): test is Op => typeof test === 'object' && test !== null && '$op' in test
export const isSome = (test: unknown): test is Some<Record<string, unknown>> =>
  typeof test === 'object' && test !== null && '$some' in test
