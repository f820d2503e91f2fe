import { z, type ZodType } from 'zod'
import type { Id } from '../access/access.ts'
import { makeField, type Field, type Fields, type Line, type LineDraft, type OnDelete } from './field.ts'

/** Neither engine stores a NUL, and half a surrogate pair has no UTF-8 form. */
const storable = (value: string) => !value.includes('\0') && value.isWellFormed()
const words = (most: number) =>
  z
    .union([z.string(), z.number().transform(String)], { error: 'must be text' })
    .transform((value) => value.trim())
    .refine(storable, 'contains a character that cannot be stored')
    .refine((value) => value.length <= most, `must be ${most.toLocaleString('en-US')} characters or fewer`)

/** One line of text, at most 255 characters. */
export const text = (): Field<string> => makeField('text', words(255))

/** Paragraphs, at most 20,000 characters. */
export const longText = (): Field<string> => makeField('long_text', words(20_000))

export interface NumberOptions {
  min?: number
  max?: number
  /** Digits after the point: 2 unless told, as for money and hours. */
  decimals?: number
}

/** A number; numeric strings are accepted, as Laravel accepts them. */
export function number({ min = -1e12, max = 1e12, decimals = 2 }: NumberOptions = {}): Field<number> {
  const scale = 10 ** decimals
  const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/
  const schema = z
    .union([z.number(), z.string().regex(decimal).transform(Number)], { error: 'must be a number' })
    .refine((value) => value >= min, `must be ${min} or more`)
    .refine((value) => value <= max, `must be ${max} or less`)
    .refine(
      (value) => Math.abs(value * scale - Math.round(value * scale)) < 1e-4,
      decimals ? `may have at most ${decimals} decimals` : 'must be a whole number',
    )
    .transform((value) => Math.round(value * scale) / scale)
  return makeField('number', schema)
}

const yes: readonly unknown[] = [true, 1, '1', 'true']
const no: readonly unknown[] = [false, 0, '0', 'false']
/** True or false; 1, 0 and their spellings are accepted, as Laravel accepts them. */
export const flag = (): Field<boolean> =>
  makeField(
    'flag',
    z
      .unknown()
      .refine((value) => yes.includes(value) || no.includes(value), 'must be true or false')
      .transform((value) => yes.includes(value)),
  )

const isDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}
/** A calendar day, `YYYY-MM-DD`, in no time zone; "today" is the company's. */
export const date = (): Field<string> =>
  makeField(
    'date',
    z
      .string({ error: 'must be a date' })
      .transform((value) => value.slice(0, 10))
      .refine((value) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(value) && isDay(value), 'must be a date'),
  )

/** A moment, ISO 8601 in UTC with milliseconds. */
export const instant = (): Field<string> =>
  makeField(
    'instant',
    z
      .string({ error: 'must be a date and time' })
      .refine(
        (value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
        'must be a date and time',
      )
      .transform((value) => new Date(value).toISOString()),
  )

/** A colour as `#rrggbb`. */
export const color = (): Field<string> =>
  makeField(
    'color',
    z
      .string({ error: 'must be a color' })
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color')
      .transform((value) => value.toLowerCase()),
  )

/** An e-mail address. */
export const email = (): Field<string> =>
  makeField(
    'email',
    words(255).refine((value) => value === '' || z.email().safeParse(value).success, 'must be a valid email address'),
  )

/** Digits, US, prefixed with 1; what people type between the digits is dropped. */
export const phone = (): Field<string> =>
  makeField(
    'phone',
    z
      .union([z.string(), z.number().transform(String)], { error: 'must be a phone number' })
      .transform((value) => value.replace(/[\s().+-]/g, ''))
      .refine((value) => /^1?\d{10}$/.test(value), 'must have 10 digits')
      .transform((value) => (value.length === 10 ? `1${value}` : value)),
  )

/** One of the named values. */
export const choice = <const V extends string>(...values: V[]): Field<V> =>
  makeField<V>('choice', z.enum(values, { error: `must be one of ${values.join(', ')}` }) as unknown as ZodType<V>, {
    choices: values,
  })

const id = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error: 'is invalid' })
  .refine((value) => Number.isSafeInteger(value) && value > 0, 'is invalid')

/** The id of another entity's record. A changed ref must name a record its writer can see. */
export const ref = (entity: string, { onDelete = 'restrict' }: { onDelete?: OnDelete } = {}): Field<Id> =>
  makeField('ref', id, { ref: { entity, onDelete } })

/** A value of a shape of its own, kept whole. */
export const json = <T>(schema: ZodType<T>): Field<T> =>
  makeField(
    'json',
    schema.refine((value) => storable(JSON.stringify(value)), 'contains a character that cannot be stored'),
  )

/** Sub-records owned by this one, saved with it, in a table of their own. */
export const lines = <F extends Fields>(fields: F): Field<Line<F>[], LineDraft<F>[]> =>
  makeField<Line<F>[], LineDraft<F>[]>('lines', z.array(z.custom<Line<F>>()), { lines: fields }, [])

/** A field of the record a ref names, joined by the server: sortable, searchable, read-only. */
export const related = <T = string>(ref: string, field: string): Field<T> =>
  makeField<T>('text', z.custom<T>(), { related: { ref, field }, readonly: true })

/** Records of another entity sent along; the browser puts them into their own collection. */
export const embed = (entity: string): Field<readonly Id[]> =>
  makeField<readonly Id[]>('embed', z.custom<readonly Id[]>(), { embed: entity, readonly: true })
