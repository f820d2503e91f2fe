import { isObject } from '#lib/is-object.ts'
import type { Field, FieldKind, Fields } from '../entity/field.ts'
import { isSecret } from '../kept/description.ts'

export type Values = Readonly<Record<string, unknown>>

/** What is typed in a form and not yet saved. */
export interface Typed {
  readonly values: Values
  /** The values that the fields of an existing record had when they were changed. */
  readonly basis?: Values
  readonly files?: readonly File[]
}

const isText = (value: unknown) => typeof value === 'string'
const isNumber = (value: unknown) => typeof value === 'number'
/** The form a value must have for its input; half-typed ones need not be valid. Other kinds take any. */
const forms: Partial<Record<FieldKind, (value: unknown) => boolean>> = {
  text: isText,
  long_text: isText,
  email: isText,
  phone: isText,
  color: isText,
  date: isText,
  instant: isText,
  number: isNumber,
  ref: isNumber,
  flag: (value) => typeof value === 'boolean',
  choice: isText,
  lines: Array.isArray,
  address: isObject,
}

function fits({ kind, facts }: Field<unknown>, value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (facts.choices && kind === 'choice') return facts.choices.includes(String(value))
  return forms[kind]?.(value) ?? true
}

/** The values that may be on the device: those of fields that are never returned, such as passwords, are left out. */
export const storable = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && !isSecret(fields[name])))

/** The stored values that still fit the description, which may be another than that they were typed under. */
export const restorable = (fields: Fields, values: Values): Values =>
  Object.fromEntries(
    Object.entries(storable(fields, values)).filter(([name, value]) => {
      const field = fields[name]
      return field && !field.facts.readonly && fits(field, value)
    }),
  )
