import type { Entity, RecordOf } from '../entity/entity.ts'

/** An operator of a condition, as plain data, so that conditions can be compared, grouped and converted to SQL. */
export interface Op {
  readonly $op: string
  readonly [detail: string]: unknown
}
/** Matches records by their lines: those with a matching one, or with none. */
export interface Some<L> {
  readonly $some: Partial<L>
  readonly $none?: true
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

/** Who is asking, as a table of rules names them, and the level of those whom no rule names. */
export interface Granting {
  readonly subjects: readonly string[]
  readonly otherwise: number
}

/**
 * Matches rows to which `rules` grant one of the levels. An entity of rules has the fields `subject` and `weight`: of the
 * rules for a row that name the asker, the one with the least weight decides, and its last digit is the level.
 * @param of the field of the rules that holds the row's id
 * @example { folder_id: granted(folderRules, 'folder_id', { subjects: ['user:4', 'role:foreman'], otherwise: 2 }, [0, 1]) }
 */
export const granted = <A extends Entity>(
  rules: A,
  of: keyof A['fields'] & string,
  { subjects, otherwise }: Granting,
  levels: readonly number[],
): Op => ({ $op: 'granted', entity: rules.name, of, subjects, otherwise, levels })

/**
 * Matches rows of a tree that have a matching row below them. It tests the column with the path from the root, which
 * begins with the path of the row above: `/4/17/`.
 * @example { path: leadsTo(folders, { archived_at: null }) }
 */
export const leadsTo = <T extends Entity>(tree: T, where: Where<RecordOf<T>>): Op => ({
  $op: 'leadsTo',
  entity: tree.name,
  where,
})

/** The days of a row on which another stands beside it. */
export interface Days {
  /** The row's own column that holds the first of them. */
  readonly from: string
  /** How many they are. */
  readonly days: number
  /** The other's day. */
  readonly day: string
}

/**
 * Matches rows whose record another entity's row names too, in the same days if they are given. Who may see that row does
 * not matter.
 * @param ref the other's ref to the record
 * @example { user_id: beside(ledDays, 'user_id', { leader_id: 4 }, { from: 'week_start', days: 7, day: 'date' }) }
 */
export const beside = <E extends Entity>(
  entity: E,
  ref: keyof E['fields'] & string,
  where: Where<RecordOf<E>>,
  days?: Days,
): Op => ({ $op: 'beside', entity: entity.name, ref, where, days })

/** Matches records with at least one matching line. */
export const some = <L>(line: Partial<L>): Some<L> => ({ $some: line })
/** Matches every other value, and empty ones too unless null is excluded as well; of lines, records with no matching one. */
export function not<L>(line: Some<L>): Some<L>
export function not(value: Value | readonly Value[]): Op
export function not<L>(value: Some<L> | Value | readonly Value[]): Some<L> | Op {
  const isOfLines = typeof value === 'object' && value !== null && '$some' in value
  return isOfLines ? { ...value, $none: true } : { $op: 'not', value }
}
/** Matches text that differs at most in capitals and accents, as unique texts are compared. */
export const same = (text: string): Op => ({ $op: 'same', value: text })
/** An inclusive range of numbers, dates or instants; null leaves that end open. */
export const between = (from: string | number | null, to: string | number | null): Op => ({ $op: 'between', from, to })
export const anyOf = <R>(...rules: Where<NoInfer<R>>[]): { $either: readonly AnyWhere[] } => ({ $either: rules })

/** Added to a condition of the server, it matches deleted records too, which are left out otherwise. */
export const withDeleted = { deleted_at: between(null, null) }

export const isOp = (test: unknown): test is Op => typeof test === 'object' && test !== null && '$op' in test
export const isSome = (test: unknown): test is Some<Record<string, unknown>> =>
  typeof test === 'object' && test !== null && '$some' in test
