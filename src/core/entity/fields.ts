import * as z from 'zod/mini'
import type { Address } from '../../lib/address.ts'
import type { Id } from '../access/access.ts'
import {
  lazily,
  makeField,
  type Field,
  type FieldKind,
  type Fields,
  type Line,
  type LineDraft,
  type OnDelete,
  type Schema,
} from './field.ts'
import { readId } from './id.ts'

/** Neither engine stores a NUL, and half a surrogate pair has no UTF-8 form. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Text, or a number in its place, as clients of loose types send it. */
const textLike = (error: string) =>
  z.pipe(
    z.union([z.string(), z.number()], { error }),
    z.transform((value) => String(value)),
  )
const words = (most: number) =>
  z
    .pipe(
      textLike('must be text'),
      z.transform((value) => value.trim()),
    )
    .check(
      z.refine(storable, 'contains a character that cannot be stored'),
      z.refine((value) => value.length <= most, `must be ${most.toLocaleString('en-US')} characters or fewer`),
    )

const lineOfText = lazily(() => words(255))
const paragraphs = lazily(() => words(20_000))

/** One line of text, at most 255 characters. */
export const text = (): Field<string> => makeField('text', lineOfText)

/** Paragraphs, at most 20,000 characters. */
export const longText = (): Field<string> => makeField('long_text', paragraphs)

export interface NumberOptions {
  min?: number
  max?: number
  /** Digits after the point: 2 unless told, as for money and hours. */
  decimals?: number
}

const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/

const numeric = () =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(decimal, 'must be a number'))], { error: 'must be a number' }),
    z.transform((value) => Number(value)),
  )

/** A number; numeric strings are accepted, as Laravel accepts them. */
export const number = (options: NumberOptions = {}): Field<number> => makeField('number', numberSchema(options))

function numberSchema({ min = -1e12, max = 1e12, decimals = 2 }: NumberOptions) {
  const scale = 10 ** decimals
  return lazily(() =>
    z.pipe(
      numeric().check(
        z.refine((value) => value >= min, `must be ${min} or more`),
        z.refine((value) => value <= max, `must be ${max} or less`),
        z.refine(
          (value) => Math.abs(value * scale - Math.round(value * scale)) < 1e-4,
          decimals ? `may have at most ${decimals} decimals` : 'must be a whole number',
        ),
      ),
      z.transform((value) => Math.round(value * scale) / scale),
    ),
  )
}

/**
 * A number that counts up within a parent, given by the server in the transaction that creates the record when it is left
 * out; numbers of deleted records are not used again. A typed one that is taken is refused with `taken`.
 */
export const sequence = ({ within, taken }: { within: string; taken: string }): Field<number, number | null> =>
  makeField<number, number | null>('number', numberSchema({ min: 1, max: 1e9, decimals: 0 }), {
    sequence: { within },
    unique: { message: taken, within: [within] },
  })

const yes: readonly unknown[] = [true, 1, '1', 'true']
const no: readonly unknown[] = [false, 0, '0', 'false']
/** True or false; 1, 0 and their spellings are accepted, as Laravel accepts them. */
export const flag = (): Field<boolean> =>
  makeField(
    'flag',
    lazily(() =>
      z.pipe(
        z.unknown().check(z.refine((value) => yes.includes(value) || no.includes(value), 'must be true or false')),
        z.transform((value) => yes.includes(value)),
      ),
    ),
  )

const isDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
/** A calendar day, `YYYY-MM-DD`, in no time zone; "today" is the company's. */
export const date = (): Field<string> =>
  makeField(
    'date',
    lazily(() =>
      z
        .pipe(
          z.string({ error: 'must be a date' }),
          z.transform((value) => value.slice(0, 10)),
        )
        .check(z.refine((value) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) && isDay(value), 'must be a date')),
    ),
  )

const isInstant = (value: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
/** A moment, ISO 8601 in UTC with milliseconds. */
export const instant = (): Field<string> =>
  makeField(
    'instant',
    lazily(() =>
      z.pipe(
        z.string({ error: 'must be a date and time' }).check(z.refine(isInstant, 'must be a date and time')),
        z.transform((value) => new Date(value).toISOString()),
      ),
    ),
  )

/** A colour as `#rrggbb`. */
export const color = (): Field<string> =>
  makeField(
    'color',
    lazily(() =>
      z.pipe(
        z.string({ error: 'must be a color' }).check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a color')),
        z.transform((value) => value.toLowerCase()),
      ),
    ),
  )

const isEmail = (value: string) => z.safeParse(z.email(), value).success
/** An e-mail address. */
export const email = (): Field<string> =>
  makeField(
    'email',
    lazily(() => words(255).check(z.refine(isEmail, 'must be a valid email address'))),
  )

/** Digits, US, prefixed with 1; what people type between the digits is dropped. */
export const phone = (): Field<string> =>
  makeField(
    'phone',
    lazily(() =>
      z.pipe(
        z
          .pipe(
            textLike('must be a phone number'),
            z.transform((value) => value.replace(/[\s().+-]/g, '')),
          )
          .check(z.refine((value) => /^1?\d{10}$/.test(value), 'must have 10 digits')),
        z.transform((value) => (value.length === 10 ? `1${value}` : value)),
      ),
    ),
  )

/** A new password: taken as it is typed, spaces included, and never given back. */
export const password = (): Field<string | null> =>
  makeField(
    'password',
    lazily(() =>
      z.string({ error: 'must be text' }).check(z.refine(storable, 'contains a character that cannot be stored')),
    ),
    {
      optional: true,
      writeOnly: true,
    },
  )

/** One of the named values. */
export const choice = <const V extends string>(...values: V[]): Field<V> =>
  makeField<V>(
    'choice',
    lazily(() => z.custom<V>((value) => (values as unknown[]).includes(value), `must be one of ${values.join(', ')}`)),
    { choices: values },
  )

const id = lazily(() =>
  z.pipe(
    z.unknown().check(z.refine((value) => readId(value) !== null, 'is invalid')),
    z.transform((value) => Number(value)),
  ),
)

/** The id of another entity's record. A changed ref must name a record its writer can see. */
export const ref = (entity: string, { onDelete = 'restrict' }: { onDelete?: OnDelete } = {}): Field<Id> =>
  makeField('ref', id, { ref: { entity, onDelete } })

/**
 * The id of a record of one of several entities; `typedBy` names the field that says whose, by its table. Which entities
 * it may be they say themselves (`attachable`), and who sees such a record sees what it attachable.
 */
export const anyRef = (typedBy: string): Field<Id> => makeField('ref', id, { typedBy })

/** Letters or digits of a fixed form, in any case and spacing, kept in one way of writing. */
const code = (form: RegExp, message: string, write = (value: string) => value): Field<string> =>
  makeField(
    'text',
    lazily(() =>
      z.pipe(
        z
          .pipe(
            words(255),
            z.transform((value) => value.replace(/[\s-]/g, '').toUpperCase()),
          )
          .check(z.regex(form, message)),
        z.transform(write),
      ),
    ),
  )
const zip = (digits: string) => [digits.slice(0, 5), digits.slice(5)].filter(Boolean).join('-')

/** Degrees to a centimetre, which is more than any lookup knows. */
const degrees = (most: number): Field<number> =>
  makeField(
    'number',
    lazily(() =>
      z.pipe(
        numeric().check(z.refine((value) => Math.abs(value) <= most, `must be from -${most} to ${most}`)),
        z.transform((value) => Math.round(value * 1e7) / 1e7 + 0),
      ),
    ),
  )

/** A value kept whole, of named parts that are read one by one. */
const whole = <T>(kind: FieldKind, parts: Fields): Field<T> =>
  makeField<T>(
    kind,
    lazily(() => z.custom<T>()),
    { parts },
  )

/**
 * An address in the US, its parts read and refused one by one (`address.postal_code`): what is missing of it is empty,
 * and an address without any part is none.
 */
export const address = (): Field<Address> =>
  whole('address', {
    line1: text().default('').label('Street'),
    line2: text().default('').label('Suite or unit'),
    city: text().default(''),
    state: code(/^[A-Z]{2}$/, 'must be two letters').default(''),
    postal_code: code(/^\d{5}(\d{4})?$/, 'must have 5 or 9 digits', zip)
      .default('')
      .label('ZIP code'),
    geotag: whole('json', { lat: degrees(90).label('Latitude'), lng: degrees(180).label('Longitude') }).optional(),
  })

/** A value of a shape of its own, kept whole. */
export const json = <T>(schema: Schema<T>): Field<T> => makeField('json', () => schema)

/**
 * Sub-records owned by this one, saved with it, in a table of their own; with `shared` in one table for every entity
 * that has such lines.
 */
export const lines = <F extends Fields>(
  fields: F,
  { shared }: { shared?: string } = {},
): Field<Line<F>[], LineDraft<F>[]> =>
  makeField<Line<F>[], LineDraft<F>[]>(
    'lines',
    lazily(() => z.array(z.custom<Line<F>>())),
    { lines: fields, ...(shared && { shared }) },
    [],
  )

/** A field of the record a ref names, joined by the server: sortable, searchable, read-only. */
export const related = <T = string>(ref: string, field: string): Field<T> =>
  makeField<T>(
    'text',
    lazily(() => z.custom<T>()),
    { related: { ref, field }, readonly: true },
  )

/** Records of another entity sent along (those `where` says); the browser puts them into their own collection. */
export const embed = (entity: string, where?: Readonly<Record<string, string | boolean>>): Field<readonly Id[]> =>
  makeField<readonly Id[]>(
    'embed',
    lazily(() => z.custom<readonly Id[]>()),
    { embed: entity, readonly: true, ...(where && { embedWhere: where }) },
  )
