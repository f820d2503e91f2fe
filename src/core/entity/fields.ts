import * as z from 'zod/mini'
import type { Address } from '../../lib/address.ts'
import { formatNumber } from '../../lib/numbers.ts'
import type { Id } from '../access/access.ts'
import {
  lazily,
  makeField,
  type Field,
  type FieldKind,
  type Fields,
  type Line,
  type LineDraft,
  type NumberOptions,
  type RefFacts,
  type Schema,
} from './field.ts'
import { readId } from './id.ts'

/** Neither engine can store NUL characters, and a lone surrogate cannot be encoded as UTF-8. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Text, or a number in its place, as loosely typed clients send it. */
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
    .check(z.refine(storable, 'contains a character that cannot be stored'))
    .check(z.maxLength(most, `must be ${formatNumber(most)} characters or fewer`))

const lineOfText = lazily(() => words(255))
const paragraphs = lazily(() => words(20_000))

/** One line of text, at most 255 characters, which may be one of these values, which people read in words, or anything else. */
export const text = (...known: readonly string[]): Field<string> =>
  makeField('text', lineOfText, known.length ? { choices: known } : {})

/** Paragraphs, at most 20,000 characters. */
export const longText = (): Field<string> => makeField('long_text', paragraphs)

const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/

const numeric = () =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(decimal, 'must be a number'))], { error: 'must be a number' }),
    z.transform((value) => Number(value)),
  )

/**
 * A number, also as numeric text. With `within` it counts up in that parent: left out, the server assigns it with the
 * record; those of deleted records are not reused, and one that is entered and in use is refused with `taken`.
 */
export function number(options: { within: string; taken: string }): Field<number, number | null>
export function number(options?: NumberOptions): Field<number>
export function number(options: NumberOptions | { within: string; taken: string } = {}): Field<number> {
  const counts = 'within' in options ? options : undefined
  const { hours, ...range }: NumberOptions = 'within' in options ? { min: 1, max: 1e9, decimals: 0 } : options
  return makeField('number', numberSchema(range), {
    range,
    hours,
    ...(counts && { sequence: { within: counts.within }, unique: { message: counts.taken, within: [counts.within] } }),
  })
}

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
/** A calendar day, `YYYY-MM-DD`, without a time zone; "today" is in the company's time zone. */
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
/** A point in time, ISO 8601 in UTC with milliseconds. */
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

/** A US phone number: digits with the prefix 1; other characters are stripped. */
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

/** A new password: accepted exactly as typed, spaces included, and never returned. */
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

/**
 * The id of another entity's record. When it changes, the writer must be able to see the record it refers to. With `typedBy` it
 * is of one of several entities, whose table is in that field: those opt in themselves (`attachable`), and whoever may see
 * such a record may also see what is attached to it. A read-only one that is `home` is the record that this one belongs to
 * through what it is attached to, whatever that is: a photo on a reply to an RFI belongs to the RFI's project.
 */
export const ref = (
  to: string | { typedBy: string },
  { home = false, ...how }: Partial<RefFacts> & { home?: boolean } = {},
): Field<Id> =>
  makeField(
    'ref',
    id,
    typeof to === 'string' ? { ref: { onDelete: 'restrict', ...how, entity: to }, ...(home && { home }) } : to,
  )

/** Letters or digits in a fixed format, accepted in any case and spacing and stored in a normalized form. */
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

/** Degrees, precise to a centimetre, which is more than any lookup provides. */
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

/** A value stored as one, whose named parts are validated separately. */
const whole = <T>(kind: FieldKind, parts: Fields): Field<T> =>
  makeField<T>(
    kind,
    lazily(() => z.custom<T>()),
    { parts },
  )

/**
 * A US address. Each part is validated separately (`address.postal_code`); missing parts are empty, and an address
 * without any part becomes null.
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

/** A value with its own schema, stored as JSON. */
export const json = <T>(schema: Schema<T>): Field<T> => makeField('json', () => schema)

/**
 * Sub-records owned by this record and saved with it, in their own table; with `shared`, in one table for all entities
 * that have such lines. `versions` are lines that the server adds by itself (see `versions()`).
 */
export const lines = <F extends Fields>(
  fields: F,
  { shared, versions }: { shared?: string; versions?: boolean } = {},
): Field<Line<F>[], LineDraft<F>[]> =>
  makeField<Line<F>[], LineDraft<F>[]>(
    'lines',
    lazily(() => z.array(z.custom<Line<F>>())),
    { lines: fields, ...(shared && { shared }), ...(versions && { versions }) },
    [],
  )

/** A field of the record that a ref points to, joined by the server: sortable, searchable, read-only. */
export const related = <T = string>(ref: string, field: string): Field<T> =>
  makeField<T>(
    'text',
    lazily(() => z.custom<T>()),
    { related: { ref, field }, readonly: true },
  )

/** Embeds records of another entity (matching `where`) in single records, and in those of lists if they are `listed`. */
export const embed = (entity: string, where?: Record<string, string | boolean>, { listed = false } = {}) =>
  makeField<readonly Id[]>(
    'embed',
    lazily(() => z.custom<readonly Id[]>()),
    { embed: entity, readonly: true, ...(where && { embedWhere: where }), ...(listed && { listed }) },
  )
