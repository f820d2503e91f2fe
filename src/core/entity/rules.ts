import type { CurrentUser, Verb } from '../access/access.ts'
import type { Where } from '../query/where.ts'
import type { Entity, RecordOf } from './entity.ts'
import type { Fields } from './field.ts'
import type { FieldErrors } from './parse.ts'

/** Who asks for a change, and when. */
export interface By {
  readonly user: CurrentUser
  /** ISO 8601 in UTC. */
  readonly now: string
  /** Raises a warning for the user to confirm: unless it is confirmed already, nothing is saved. */
  warn(code: string, message: string): void
}

/** What a rule of both sides knows beyond the record itself (rule both-sides). */
export interface Sight extends By {
  /**
   * A matching record, as far as this side has one: the device what it has loaded, the server what `reads` asked for, by the
   * same condition. A rule says nothing about what it does not find.
   */
  one<E extends Entity>(entity: E, where: Where<RecordOf<E>>): RecordOf<E> | undefined
}

/** A question whose answer a rule reads with `one`. */
export interface Read {
  readonly entity: Entity
  readonly where: object
}
export const read = <E extends Entity>(entity: E, where: Where<RecordOf<E>>): Read => ({ entity, where })

/**
 * A requested change to a record attached to another one; `before` is the attached record as stored, null on create.
 */
export interface Attaching {
  readonly child: Entity
  readonly verb: 'create' | 'edit' | 'delete'
  readonly before: Readonly<Record<string, unknown>> | null
}

/**
 * The rules of an entity that need only the record, the person, and records beside it: plain functions that run on the device
 * before a change waits there, so that it is refused at once, and on the server always. What needs the database is in the
 * module's server.ts.
 */
export interface Rules<R, A extends string = string> {
  /** What `may` and `validate` read with `one`, given the record's values after the change; the server loads it before. */
  reads?(values: Readonly<Partial<R>>, before: R | null): readonly Read[]
  /**
   * Whether the user may do this to this record: a string refuses with 403 and that message, false with the default one, and
   * a denial says its status itself.
   */
  may?(
    verb: Verb | A,
    at: { readonly before: R | null; readonly draft: Readonly<Partial<R>> },
    by: Sight,
  ): boolean | string | Denial
  /** Values that are set on every save by a user, overriding the input; the author is set anyway. */
  derive?(draft: Readonly<Partial<R>>, before: R | null, by: By): Partial<R>
  /** Validation across several fields; keys are field names. */
  validate?(draft: Readonly<Partial<R>>, before: R | null, by: Sight): FieldErrors
  /** What stands against an action, beyond its workflow's states: a message or errors by field, which refuse with 422. */
  steps?: Partial<
    Record<A, (record: R, by: Sight, body: Readonly<Record<string, unknown>>) => string | FieldErrors | undefined>
  >
  /**
   * Whether the user may add, change or remove something attached to this record. Of many that are added at once each is
   * asked about before the first is stored.
   */
  mayAttach?(at: Attaching, record: R, by: By): boolean | string
}
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyRules = Rules<any>

/** Why a change is not possible: the status that answers it, its message, if not the default one, and errors by field. */
export interface Denial {
  readonly status: 403 | 422
  readonly message?: string | undefined
  readonly errors?: FieldErrors
}

/** What the answer of `may` or `mayAttach` denies. */
export function denied(answer: boolean | string | Denial): Denial | null {
  if (answer === true) return null
  return typeof answer === 'object' ? answer : { status: 403, message: answer || undefined }
}

/** What the answer of a rule for a step denies. */
export const stopped = (answer: string | FieldErrors | undefined): Denial | null =>
  answer === undefined ? null : typeof answer === 'string' ? notNow(answer) : invalid(answer)

/** Denies with 422 what the record's state does not allow. */
export const notNow = (message: string): Denial => ({ status: 422, message, errors: {} })

/** 422 with the first message and the number of further ones, in Laravel's wording. */
export function invalid(errors: FieldErrors): Denial {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  const rest = more > 0 ? ` (and ${more} more ${more === 1 ? 'error' : 'errors'})` : ''
  return { status: 422, message: `${messages[0] ?? 'The given data was invalid.'}${rest}`, errors }
}

/** The kind of record that people are. */
export const PEOPLE = 'user'

/** The fields that name a record's author: the references to a user that a client cannot set and that are never empty. */
export const authorFields = ({ fields }: Pick<Entity, 'fields'>): string[] =>
  Object.entries(fields as Fields).flatMap(([name, { facts }]) =>
    facts.readonly && !facts.optional && facts.ref?.entity === PEOPLE ? [name] : [],
  )

/** What a record's description derives from a draft on both sides: its author, if it is new, and what its rules say. */
export const derived = (
  entity: Entity,
  draft: Readonly<Record<string, unknown>>,
  before: object | null,
  by: By,
): Record<string, unknown> => ({
  ...(!before && Object.fromEntries(authorFields(entity).map((name) => [name, by.user.id]))),
  ...entity.rules.derive?.(draft, before, by),
})
