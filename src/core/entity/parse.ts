import { safeParse } from 'zod/mini'
import { labelOf, type Field, type Fields } from './field.ts'
import { isObject } from '#lib/is-object.ts'
import { readId } from './id.ts'

/** Field → messages, in Laravel's shape; nested input has dotted keys (`project_phases.0.phase_id`). */
export type FieldErrors = Record<string, string[]>

export interface Parsed {
  /** Only keys from the description, in their stored form. */
  values: Record<string, unknown>
  errors: FieldErrors
}

export interface ParseOptions {
  /** True for an update: absent fields stay unchanged, instead of getting their default. */
  partial: boolean
  /** Returns false for a field that this writer may not set, which is then ignored. */
  writable?: (field: Field<unknown>) => boolean
}

/** How many lines a record may have in one field. */
export const MOST_LINES = 500
const blank = (value: unknown, parts?: Fields): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (parts !== undefined &&
    isObject(value) &&
    Object.entries(parts).every(([name, { facts }]) => blank(value[name], facts.parts)))

/**
 * Validates untrusted input by the description. Unknown and read-only keys are dropped, empty text becomes null (as in
 * Laravel's middleware), missing fields get their default, and all errors are reported together, by field.
 */
export function parse(fields: Fields, input: Record<string, unknown>, options: ParseOptions): Parsed {
  const values: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const [name, field] of Object.entries(fields)) {
    const { facts } = field
    if (facts.versions) continue
    const settable = !facts.readonly && (options.writable?.(field) ?? true)
    const sent = settable && Object.hasOwn(input, name) ? input[name] : undefined
    if (sent === undefined && options.partial) continue
    if (blank(sent, facts.parts)) {
      if (field.fallback !== undefined) values[name] = field.fallback
      else if (facts.optional || facts.readonly) values[name] = null
      // Left out, a new record gets the next number and an existing one keeps its own.
      else if (facts.sequence) continue
      else errors[name] = [`${labelOf(name, field)} is required`]
      continue
    }
    if (facts.lines) parseLines(name, facts.lines, sent, values, errors)
    else if (facts.parts) parseParts(name, field, facts.parts, sent, values, errors)
    else parseOne(name, field, sent, values, errors)
  }
  return { values, errors }
}

/** The message where the schema has none of its own: Zod's are written for programmers. */
const plainly = ({ input }: { input?: unknown }) => (input === undefined ? 'is incomplete' : 'is not valid')

function parseOne(name: string, field: Field<unknown>, sent: unknown, values: Parsed['values'], errors: FieldErrors) {
  const result = safeParse(field.schema, sent, { error: plainly })
  if (result.success) {
    values[name] = result.data
    return
  }
  for (const issue of result.error.issues) {
    const key = [name, ...issue.path].join('.')
    errors[key] ??= [`${labelOf(name, field)} ${issue.message}.`]
  }
}

function parseParts(
  name: string,
  field: Field<unknown>,
  parts: Fields,
  sent: unknown,
  values: Parsed['values'],
  errors: FieldErrors,
) {
  if (!isObject(sent)) return void (errors[name] = [`${labelOf(name, field)} must be a record.`])
  const parsed = parse(parts, sent, { partial: false })
  values[name] = parsed.values
  for (const [key, messages] of Object.entries(parsed.errors)) errors[`${name}.${key}`] = messages
}

/** What a device may call a line that it adds. */
const LINE_KEY = /^[\w-]{8,64}$/

function parseLines(name: string, fields: Fields, sent: unknown, values: Parsed['values'], errors: FieldErrors) {
  const wrong = (message: string) => void (errors[name] = [`${labelOf(name)} ${message}.`])
  if (!Array.isArray(sent)) return wrong('must be a list')
  if (sent.length > MOST_LINES) return wrong(`may have at most ${MOST_LINES} lines`)
  values[name] = sent.map((line: unknown, at) => {
    if (!isObject(line)) {
      errors[`${name}.${at}`] = [`${labelOf(name)} must be a list of records.`]
      return {}
    }
    const parsed = parse(fields, line, { partial: false })
    for (const [key, messages] of Object.entries(parsed.errors)) errors[`${name}.${at}.${key}`] = messages
    const key = typeof line.key === 'string' && LINE_KEY.test(line.key) ? { key: line.key } : {}
    if (blank(line.id)) return { ...key, ...parsed.values }
    const id = readId(line.id)
    if (id !== null) return { id, ...key, ...parsed.values }
    errors[`${name}.${at}.id`] = ['Id is invalid.']
    return parsed.values
  })
}
