import type { core } from 'zod/mini'
import type { Guard, Id } from '../access/access.ts'

/** A zod schema, from zod itself or from zod/mini, which is what the browser loads. */
export type Schema<T> = core.$ZodType<T>

export type FieldKind =
  | 'text'
  | 'long_text'
  | 'signature'
  | 'number'
  | 'flag'
  | 'choice'
  | 'date'
  | 'instant'
  | 'color'
  | 'email'
  | 'phone'
  | 'password'
  | 'ref'
  | 'json'
  | 'address'
  | 'lines'
  | 'embed'

export interface NumberOptions {
  min?: number
  max?: number
  /** Decimal places: 2 by default, as for money and hours. */
  decimals?: number
  /** Hours, which people may also type as hours and minutes (`7:30`). */
  hours?: boolean
}

/** What happens to a record when the one it refers to is deleted. */
export type OnDelete = 'restrict' | 'cascade' | 'keep'

/** What a reference is to, and what becomes of it there. */
export interface RefFacts {
  readonly entity: string
  readonly onDelete: OnDelete
  /** The field, of both records, whose value they have in common: a sheet of the same project. */
  readonly within?: string | undefined
}

/** A field's properties besides its kind and schema. */
export interface FieldFacts {
  readonly label?: string
  /** A number of hours. */
  readonly hours?: boolean
  /** What a number may be. */
  readonly range?: Omit<NumberOptions, 'hours'>
  readonly help?: string
  readonly optional?: boolean
  /** Whether an optional field must be filled in, given the other values of the record. */
  readonly requiredWhen?: (get: (name: string) => unknown) => boolean
  readonly searchable?: boolean
  readonly unique?: { readonly message: string; readonly within: readonly string[] }
  readonly readonly?: boolean
  readonly writeOnly?: boolean
  readonly once?: boolean
  readonly readableBy?: Guard
  /** A JSON field; users who may not read this field read the value of the same name that is stored there. */
  readonly otherwise?: string
  /** Who of them reads that; everybody else reads the field's default, as if it had never been said. */
  readonly otherwiseFor?: Guard
  /** A ref to a person, who may read the field of the record whatever the guard says. */
  readonly ownedBy?: string
  readonly writableBy?: Guard
  readonly detail?: boolean
  /** The values of a choice, or some that a text often has. */
  readonly choices?: readonly string[]
  readonly ref?: RefFacts
  /** Set by the server to the record it belongs to through what it is below or attached to. */
  readonly home?: boolean
  /** For a polymorphic ref, the field that names the table the id belongs to. */
  readonly typedBy?: string
  /** The named parts of a value that is stored as one, each validated separately. */
  readonly parts?: Fields
  readonly lines?: Fields
  /** A table for lines of this kind that all entities with such lines share. */
  readonly shared?: string
  /** Lines that the server adds when the record gets another file; saving the record leaves them alone. */
  readonly versions?: boolean
  readonly related?: { readonly ref: string; readonly field: string }
  /** Numbered by the server, separately for each record of this ref. */
  readonly sequence?: { readonly within: string }
  readonly embed?: string
  /** Embedded in the rows of lists too. */
  readonly listed?: boolean
  /** Embeds only records with these values. */
  readonly embedWhere?: Readonly<Record<string, string | boolean>>
}

/** One column: its TypeScript type, its kind (input and SQL column), its validation, its default. */
export interface Field<T, D = T> {
  readonly kind: FieldKind
  /** Its error messages follow the field's label: "must be a number". */
  readonly schema: Schema<T>
  readonly fallback: T | undefined
  readonly facts: FieldFacts
  /** Types only; there is no value at runtime. */
  readonly $type: T
  readonly $draft: D
  /** May be empty, or has to be filled in while this is true of the record's other values; a blank one answers 422 then. */
  optional(unless?: NonNullable<FieldFacts['requiredWhen']>): Field<T | null, D | null>
  default(value: T): Field<T, D>
  label(text: string): Field<T, D>
  /** A sentence under the input. */
  help(text: string): Field<T, D>
  /** Included in the list's `search`. Of a ref: the record that it names is found by the texts of this one too. */
  searchable(): Field<T, D>
  /** Must be unique among live records (with the same `within` values); a duplicate answers 422 with this message. */
  unique(message: string, within?: string[]): Field<T, D>
  /** Set only by the server; ignored when a client sends it. */
  readonly(): Field<T, D>
  /**
   * Omitted from responses, live events and history for users who fail the guard. With `otherwise` they read in
   * responses and live events what another field, a JSON record, holds under this field's name. With `own` the person whom
   * that field of the record names reads it too.
   */
  readableBy(guard: Guard, otherwise?: string | { own: string } | { in: string; for: Guard }): Field<T, D>
  /** Ignored when sent by users who fail the guard. */
  writableBy(guard: Guard): Field<T, D>
  /**
   * Which answers have it: none of them (passwords, one-time instructions, which are not stored either); the one to the request
   * that makes it, once (a secret; devices do not keep it); or those of a single record alone, never lists or live events.
   */
  sent(when: 'never' | 'once' | 'alone'): Field<T, D>
}

// The types are erased here on purpose: a description holds fields of every type.
// oxlint-disable-next-line typescript/no-explicit-any
export type Fields = Record<string, Field<any, any>>

export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K]['$type'] }
export type Drafts<F extends Fields> = { -readonly [K in keyof F]?: F[K]['$draft'] }
/**
 * A sub-record owned by a parent; it keeps its id from one save to the next. The device that added it gave it a key, by
 * which it is known before it has an id.
 */
export type Line<F extends Fields> = Values<F> & { id: Id; key?: string }
export type LineDraft<F extends Fields> = Drafts<F> & { id?: Id; key?: string }

/** Makes something when it is first asked for, and once. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const sending = { never: { writeOnly: true }, once: { once: true }, alone: { detail: true } }

/**
 * Builds a field; every method answers a new one, so descriptions are values that never change. The schema is built
 * when it is first used: a browser that only shows records never needs it, and building all of them costs a phone a
 * moment.
 */
export function makeField<T, D = T>(
  kind: FieldKind,
  schema: () => Schema<T>,
  facts: FieldFacts = {},
  fallback?: T,
): Field<T, D> {
  const plus = (more: FieldFacts) => makeField<T, D>(kind, schema, { ...facts, ...more }, fallback)
  return Object.freeze({
    kind,
    get schema() {
      return schema()
    },
    fallback,
    facts,
    optional: (requiredWhen?: FieldFacts['requiredWhen']) =>
      makeField<T | null, D | null>(
        kind,
        schema,
        { ...facts, optional: true, ...(requiredWhen && { requiredWhen }) },
        fallback,
      ),
    default: (value: T) => makeField<T, D>(kind, schema, facts, value),
    label: (label: string) => plus({ label }),
    help: (help: string) => plus({ help }),
    searchable: () => plus({ searchable: true }),
    unique: (message: string, within: string[] = []) => plus({ unique: { message, within } }),
    readonly: () => plus({ readonly: true }),
    readableBy: (readableBy: Guard, otherwise?: string | { own: string } | { in: string; for: Guard }) =>
      plus({
        readableBy,
        ...(typeof otherwise === 'string'
          ? { otherwise }
          : otherwise && 'own' in otherwise
            ? { ownedBy: otherwise.own }
            : otherwise && { otherwise: otherwise.in, otherwiseFor: otherwise.for }),
      }),
    writableBy: (writableBy: Guard) => plus({ writableBy }),
    sent: (when: keyof typeof sending) => plus(sending[when]),
    // `$type` and `$draft` carry types and no value.
  }) as Field<T, D>
}

/** What a person calls the field: its label, or its name in words (`customer_id` is "Customer"). */
export function labelOf(name: string, field?: Field<unknown>): string {
  if (field?.facts.label) return field.facts.label
  const words = name.replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
