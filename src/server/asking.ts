import type { Entity, RecordOf } from '../core/entity/entity.ts'
import type { Value, Where } from '../core/query/where.ts'

type KeysIn<R> = R extends unknown ? keyof R & string : never
type NumbersIn<R> = R extends unknown
  ? { [K in keyof R & string]: [R[K]] extends [number | null] ? K : never }[keyof R & string]
  : never
/** A field's value; null in records of a type without such a field. */
type ValueIn<R, K extends string> = R extends unknown ? (K extends keyof R ? R[K] : null) : never

/** The fields of an entity's records, of whatever type they are. */
export type FieldOf<E extends Entity> = KeysIn<RecordOf<E>>
export type NumberOf<E extends Entity> = NumbersIn<RecordOf<E>>
export type Picked<R, K extends string> = { [N in K]: ValueIn<R, N> }
/** The record types that a condition leaves, by the texts that it names: `{ kind: 'phase' }`. */
type Left<R, W> = R extends unknown ? (Named<W> extends Pick<R, keyof Named<W> & keyof R> ? R : never) : never
type Named<W> = { [K in keyof W as W[K] extends string ? K : never]: W[K] }

/** What is asked of records in groups, by fields that they store or join (`related`). */
export interface Grouping<
  E extends Entity,
  B extends FieldOf<E>,
  S extends NumberOf<E>,
  M extends FieldOf<E>,
  L extends FieldOf<E>,
> {
  readonly by: readonly [B, ...B[]]
  readonly where?: Where<RecordOf<E>>
  /** Numbers to be added up; empty ones count as 0. */
  readonly sum?: readonly S[]
  /** Numbers, dates and times of which the greatest and the least are wanted. */
  readonly max?: readonly M[]
  readonly min?: readonly L[]
}

/** A group: the values that its records share, how many there are, and what was asked of them. */
export type Grouped<E extends Entity, B extends string, S extends string, M extends string, L extends string> = Picked<
  RecordOf<E>,
  B
> & {
  readonly count: number
  readonly sum: Record<S, number>
  readonly max: { [N in M]: ValueIn<RecordOf<E>, N> | null }
  readonly min: { [N in L]: ValueIn<RecordOf<E>, N> | null }
}

/** Which of the matching records are picked, and in what order. */
export interface Picking<E extends Entity> {
  /** The first so many by id. */
  readonly most?: number
  /**
   * So many with the greatest `by`, those first, of the records with equal `of`, or of all: of several the one made last;
   * records with an empty `by` are left out.
   */
  readonly latest?: { readonly most: number; readonly of?: FieldOf<E>; readonly by: FieldOf<E> }
}

/**
 * Questions that the database answers without whole records. Conditions are those of core/query; like `find` and `all`,
 * these ignore row visibility, and deleted records are left out unless the condition asks for them (`withDeleted`).
 */
export interface Asking {
  exists<E extends Entity>(entity: E, where?: Where<RecordOf<E>>): Promise<boolean>
  /** Whether a record of any kind, deleted or not, has such a line in a table that several descriptions share. */
  exists(table: string, line: Readonly<Record<string, Value>>): Promise<boolean>
  /**
   * Groups of matching records with equal fields, in the order of their first records.
   * @example groups(timeEntries, { by: ['user_id'], where: { date: day }, sum: ['hours'] })
   */
  groups<
    E extends Entity,
    B extends FieldOf<E>,
    S extends NumberOf<E> = never,
    M extends FieldOf<E> = never,
    L extends FieldOf<E> = never,
  >(
    entity: E,
    grouping: Grouping<E, B, S, M, L>,
  ): Promise<Grouped<E, B, S, M, L>[]>
  /** Some fields, stored or joined (`related`), of matching records, by id: for many records, or large ones. */
  pick<E extends Entity, K extends FieldOf<E>, const W extends Where<RecordOf<E>> = Record<never, never>>(
    entity: E,
    fields: readonly K[],
    where?: W,
    picking?: Picking<E>,
  ): Promise<Picked<Left<RecordOf<E>, W>, K>[]>
}
