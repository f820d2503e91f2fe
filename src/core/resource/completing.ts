import { attachmentFields, type Entity } from '../entity/entity.ts'
import type { Field, Fields } from '../entity/field.ts'
import { readId } from '../entity/id.ts'
import { untoldFields } from '../entity/specification.ts'
import { isObject } from '#lib/is-object.ts'

type Values = Record<string, unknown>

/** What is known beside the record itself. */
interface Known {
  readonly entities: readonly Entity[]
  /** A loaded record, whose fields stand for joined ones that were not sent. */
  find(entity: string, id: number): object | undefined
}

/** Reads the records of a server that keeps to the specification, which is looser than a description. */
export interface Completing {
  /** The sent values in the form that the description gives them; what it does not know stays as it came. */
  tidy(record: Values): Values
  /**
   * Lets a record be read as if it had the fields that the server never has. They are on its prototype: what is kept,
   * merged and sent are a record's own fields, which are exactly those that came.
   */
  complete<R extends object>(record: R): R
}

export function createCompleting(entity: Entity, { entities, find }: Known): Completing {
  const described: Fields = { ...entity.computed, ...entity.fields }
  const untold = Object.create(Object.prototype) as object
  for (const [name, field, value] of untoldFields(entity, entities)) {
    const { related } = field.facts
    const target = related && (entity.fields as Fields)[related.ref]?.facts.ref?.entity
    const get = target
      ? function (this: Values) {
          return joined(this, related.ref, related.field, (id) => find(target, id)) ?? value
        }
      : () => value
    // Not enumerable, so that no copy takes it along.
    Object.defineProperty(untold, name, { get, set: undefined, enumerable: false, configurable: false })
  }
  const along = Object.entries(entity.fields as Fields).flatMap(([ref, { facts }]): [string, Fields][] => {
    const target = entities.find(({ name }) => name === facts.ref?.entity)
    const name = ref.replace(/_id$/, '')
    return target && name !== ref ? [[name, { ...target.computed, ...target.fields }]] : []
  })
  return {
    tidy(record) {
      const tidied = tidyBy(described, record)
      // A record that comes along with the ref to it (`project` beside `project_id`).
      for (const [name, fields] of along) {
        const other = tidied[name]
        if (isObject(other)) tidied[name] = tidyBy(fields, other)
      }
      const kind = attachmentFields(entity)?.type
      if (kind !== undefined && kind in tidied) tidied[kind] = tableOf(tidied[kind], entities)
      return tidied
    },
    complete: (record) => Object.setPrototypeOf(record, untold),
  }
}

/** Values in the form that their fields have; what no field is for stays as it came. */
function tidyBy(fields: Fields, sent: Values): Values {
  const tidied: Values = { ...sent, ...('id' in sent && { id: readId(sent.id) ?? sent.id }) }
  for (const [name, value] of Object.entries(sent)) {
    const field = fields[name]
    if (field && value !== null && value !== undefined) tidied[name] = read(field, value)
  }
  return tidied
}

/** The table that a parent's kind means: some applications name the class of its model, `App\\Models\\DailyLog`. */
function tableOf(kind: unknown, entities: readonly Entity[]): unknown {
  if (typeof kind !== 'string') return kind
  const name = (kind.split('\\').at(-1) ?? '').replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return entities.find((entity) => entity.name === name)?.table ?? kind
}

/** A field of the record that a ref leads to: as it came along, or as it is loaded. */
function joined(record: Values, ref: string, field: string, find: (id: number) => object | undefined): unknown {
  const id = record[ref]
  const along = record[ref.replace(/_id$/, '')]
  const other = isObject(along) ? along : typeof id === 'number' ? find(id) : undefined
  return other && Reflect.get(other, field)
}

const yes: readonly unknown[] = [1, '1', 'true']
const no: readonly unknown[] = [0, '0', 'false']
const isNumeric = (value: unknown) => typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))

/** A value in the form that its field's kind has. */
function read({ kind, facts }: Field<unknown>, value: unknown): unknown {
  if (facts.lines) return Array.isArray(value) ? value.map((line) => readParts(facts.lines ?? {}, line)) : []
  if (facts.parts) return readParts(facts.parts, value)
  // The name of a joined field says nothing about its kind.
  if (facts.related) return value
  switch (kind) {
    case 'ref':
      return readId(value) ?? value
    case 'number':
      return Array.isArray(value) ? value.length : isNumeric(value) ? Number(value) : value
    case 'flag':
      return yes.includes(value) ? true : no.includes(value) ? false : value
    case 'date':
      return typeof value === 'string' ? value.slice(0, 10) : value
    case 'instant':
      // As databases write it, in UTC.
      return typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(value)
        ? `${value.replace(' ', 'T')}Z`
        : value
    case 'json':
    case 'embed':
      return value
    default:
      return typeof value === 'number' ? String(value) : value
  }
}

/** A line of a record, or a value of several parts; missing parts are empty. */
function readParts(fields: Fields, value: unknown): unknown {
  if (!isObject(value)) return value
  const parts = tidyBy(fields, value)
  if (!('id' in value)) for (const [name, field] of Object.entries(fields)) parts[name] ??= field.fallback ?? null
  return parts
}
