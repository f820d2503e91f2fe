import { toJSONSchema } from 'zod/mini'
import { nobody } from '../../core/access/access.ts'
import { labelOf, type Field, type FieldFacts, type FieldKind, type Fields } from '../../core/entity/field.ts'
import { MOST_LINES } from '../../core/entity/parse.ts'

/** A schema of JSON Schema 2020-12, which is that of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>
/** What a record reads as, or what may be sent of it. */
export type Way = 'read' | 'sent'

/** The name of an entity's schemas: `daily_log` is `DailyLog`. */
export const componentOf = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, _between, letter: string) => letter.toUpperCase())
export const schemaNamed = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const string = { type: 'string' }
export const id: JsonSchema = { type: 'integer', minimum: 1 }
export const instant: JsonSchema = { type: 'string', format: 'date-time' }

const kinds: Readonly<Record<Exclude<FieldKind, 'json' | 'lines' | 'embed' | 'address'>, JsonSchema>> = {
  text: string,
  long_text: string,
  signature: string,
  email: string,
  choice: string,
  number: { type: 'number' },
  flag: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  instant,
  color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
  phone: { type: 'string', pattern: '^1\\d{10}$' },
  password: { type: 'string', format: 'password' },
  ref: id,
}
/** How long text may be that is sent. */
const lengths: Partial<Record<FieldKind, number>> = { text: 255, email: 255, long_text: 20_000 }

/** What a field holds, by its kind; JSON by the schema that validates it, as far as that can be told. */
function shapeOf(field: Field<unknown>, way: Way, owner?: string): JsonSchema {
  const { kind, facts } = field
  if (facts.lines) {
    const own = way === 'read' ? { [`${owner}_id`]: id } : {}
    const items = objectOf(facts.lines, way, { id, key: string, ...(!facts.shared && own) })
    return way === 'sent' ? { type: 'array', items, maxItems: MOST_LINES } : { type: 'array', items }
  }
  if (kind === 'address') return schemaNamed('Address')
  if (facts.parts) return objectOf(facts.parts, way)
  if (facts.embed) return { type: 'array', items: schemaNamed(componentOf(facts.embed)) }
  if (kind === 'json') {
    const io = way === 'sent' ? 'input' : 'output'
    const { $schema: _, ...told } = toJSONSchema(field.schema, { io, unrepresentable: 'any' })
    return told
  }
  const maxLength = lengths[kind]
  return {
    ...kinds[kind as keyof typeof kinds],
    // The server itself acts as user 0.
    ...(kind === 'ref' && way === 'read' && { minimum: 0 }),
    ...(kind === 'choice' && { enum: facts.choices }),
    ...(way === 'sent' && maxLength !== undefined && { maxLength }),
    ...(facts.range && numberOf(facts.range)),
  }
}

const numberOf = ({ min, max, decimals }: NonNullable<FieldFacts['range']>): JsonSchema => ({
  type: decimals === 0 ? 'integer' : 'number',
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (!Object.keys(schema).length) return schema
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  const values = Array.isArray(schema.enum) && { enum: [...schema.enum, null] }
  return { ...schema, type: [schema.type, 'null'], ...values }
}

/** Whether a field may be empty: what is read-only has no value until the server gives it one. */
export const mayBeNull = ({ facts, fallback }: Field<unknown>, way: Way): boolean =>
  facts.optional === true || (way === 'read' && facts.readonly === true && fallback === undefined)

/** What people know of a field: what it is called, unless its name says so, and the sentence under its input. */
function wordsOf(name: string, field: Field<unknown>): string {
  const { label, help, hours, choices, ref } = field.facts
  return [
    label && `${label}.`,
    help,
    hours && 'In hours.',
    field.kind === 'text' && choices && `Such as ${choices.join(', ')}.`,
    ref && labelOf(name).toLowerCase() !== ref.entity.replaceAll('_', ' ') && `Of a ${ref.entity}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A property with what is known of it beside its shape; lines name the record of `owner` that they are of. */
export function propertyOf(
  name: string,
  field: Field<unknown>,
  way: Way,
  { owner, ...more }: { owner?: string; description?: string; readOnly?: boolean } = {},
): JsonSchema {
  const shape = shapeOf(field, way, owner)
  const description = [wordsOf(name, field), more.description].filter(Boolean).join(' ')
  const plain = field.fallback !== undefined && way === 'sent' && typeof field.fallback !== 'object'
  return {
    ...(mayBeNull(field, way) ? orNull(shape) : shape),
    ...(plain && { default: field.fallback }),
    ...(way === 'read' && field.facts.readonly && { readOnly: true }),
    ...more,
    ...(description && { description }),
  }
}

/** Whether a field is part of what is read, or of what may be sent. */
export const isPartOf = ({ facts }: Field<unknown>, way: Way): boolean =>
  way === 'sent' ? !facts.readonly && !facts.versions : !facts.writeOnly && facts.readableBy !== nobody

/** Whether a draft without it is refused, or every record that is read has it. */
export const isNeeded = ({ facts, fallback, kind }: Field<unknown>, way: Way): boolean =>
  way === 'sent'
    ? fallback === undefined && !facts.optional && !facts.sequence
    : !facts.readableBy && !facts.detail && !facts.once && kind !== 'embed'

/** Fields as one object. */
export function objectOf(fields: Fields, way: Way, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const own = Object.entries(fields).filter(([, field]) => isPartOf(field, way))
  const required = own.flatMap(([name, field]) => (isNeeded(field, way) ? name : []))
  return {
    type: 'object',
    properties: { ...more, ...Object.fromEntries(own.map(([name, field]) => [name, propertyOf(name, field, way)])) },
    ...(required.length && { required }),
  }
}
