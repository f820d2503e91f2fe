import { parentsOf, type Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import { isWhole, isStored } from '../db/codec.ts'
import type { Catalog } from '../resource/catalog.ts'
import {
  componentOf,
  id,
  instant,
  isNeeded,
  isPartOf,
  mayBeNull,
  objectOf,
  orNull,
  propertyOf,
  schemaNamed,
  type JsonSchema,
} from './json-schema.ts'

/** Names a field's types of record, where only some have it. */
function typesOf({ variants }: Entity, name: string): string[] {
  const types = Object.entries(variants?.of ?? {})
  return types.flatMap(([type, fields]) => (name in fields ? type : []))
}

const ofTypes = ({ variants }: Entity, types: readonly string[]): { description?: string } =>
  types.length ? { description: `Only where ${variants?.by} is ${types.join(' or ')}.` } : {}

/** A joined field is what the field of the other record is, and empty where that is not named. */
function joined(catalog: Catalog, entity: Entity, field: Field<unknown>): { field: Field<unknown>; isEmpty: boolean } {
  const { related } = field.facts
  if (!related) return { field, isEmpty: false }
  const by = (entity.fields as Fields)[related.ref]
  const there = (catalog.referred(entity, related.ref).fields as Fields)[related.field]
  const isEmpty = !by || !there || mayBeNull(by, 'read') || mayBeNull(there, 'read')
  return { field: there ? { ...there, facts: { ...there.facts, ...field.facts } } : field, isEmpty }
}

/** A record as it is read: fields that some may not read, or that lists leave out, are not required. */
function readSchema(catalog: Catalog, entity: Entity): JsonSchema {
  const counted = catalog.counts(entity).map(({ name }) => name)
  const properties: Record<string, JsonSchema> = { id: { ...id, readOnly: true } }
  const required = ['id']
  for (const [name, own] of Object.entries({ ...entity.fields, ...entity.computed } as Fields)) {
    if (!isPartOf(own, 'read')) continue
    const types = typesOf(entity, name)
    const { field, isEmpty } = joined(catalog, entity, own)
    const { facts, ...rest } = field
    const shown = { ...rest, facts: { ...facts, optional: isEmpty || (facts.optional ?? false) } }
    const computed = name in entity.computed && { readOnly: true }
    properties[name] = propertyOf(name, shown, 'read', { owner: entity.name, ...computed, ...ofTypes(entity, types) })
    if (isNeeded(own, 'read') && !types.length && !counted.includes(name)) required.push(name)
  }
  for (const name of ['created_at', 'updated_at']) properties[name] = { ...instant, readOnly: true }
  properties.deleted_at = { ...orNull(instant), readOnly: true }
  return { type: 'object', properties, required: [...required, 'created_at', 'updated_at', 'deleted_at'] }
}

const confirmed = schemaNamed('Confirmed')

/** What may be sent of a new record, or of a change, which names what it changes alone. */
function sentSchema(entity: Entity, isNew: boolean): JsonSchema {
  const parents = parentsOf(entity.endpoint)
  const own = Object.entries(entity.fields as Fields).filter(([, field]) => isPartOf(field, 'sent'))
  const properties = own.map(([name, field]) => {
    const where = parents.includes(name) ? { description: 'Required where the address does not name it.' } : {}
    return [name, propertyOf(name, field, 'sent', { ...where, ...ofTypes(entity, typesOf(entity, name)) })]
  })
  const required = own.flatMap(([name, field]) =>
    isNew && isNeeded(field, 'sent') && !parents.includes(name) ? name : [],
  )
  const known = {
    id: { ...id, description: 'Of a record that is there, in store_many.' },
    updated_at: { ...instant, description: 'Of the record as it was read: a later one is answered 409.' },
  }
  return {
    type: 'object',
    properties: { ...(!isNew && known), ...Object.fromEntries(properties), confirmed },
    ...(required.length && { required }),
  }
}

/** The schemas of an entity: a record, what may be sent of one, a page of them, and what a list answers. */
export function entitySchemas(catalog: Catalog, entity: Entity): Record<string, JsonSchema> {
  const name = componentOf(entity.name)
  const data = { type: 'array', items: schemaNamed(name) }
  const changes = { data, ids: { type: 'array', items: id }, as_of: instant }
  return {
    [name]: readSchema(catalog, entity),
    [`${name}Draft`]: sentSchema(entity, true),
    [`${name}Change`]: sentSchema(entity, false),
    [`${name}Page`]: { allOf: [schemaNamed('Page'), { type: 'object', properties: { data }, required: ['data'] }] },
    [`${name}Changes`]: { type: 'object', properties: changes, required: Object.keys(changes) },
    [`${name}List`]: { anyOf: [data, schemaNamed(`${name}Page`), schemaNamed(`${name}Changes`)] },
  }
}

/** The fields that lists can be filtered by, and the filters of the description. */
export function filterSchema(entity: Entity): JsonSchema {
  const plain = Object.entries(entity.fields as Fields).filter(
    ([, field]) => isPartOf(field, 'read') && isStored(field.kind) && !isWhole(field.kind),
  )
  const named = Object.entries(entity.filters).map(([name, { field }]) => [name, field] as const)
  const filters = Object.fromEntries([...plain, ...named])
  const all = objectOf(Object.fromEntries(Object.entries(filters).map(([name, one]) => [name, asFilter(one)])), 'sent')
  return { type: 'object', properties: { id, ...(all.properties as object) } }
}

/** A filter may be left out, whatever a record must have. */
const asFilter = (field: Field<unknown>): Field<unknown> => ({
  ...field,
  facts: { ...field.facts, readonly: false, optional: false },
})

/** The fields that lists can be sorted by. */
export function sortColumns(entity: Entity): string[] {
  const stored = Object.entries(entity.fields as Fields).filter(
    ([, field]) =>
      isPartOf(field, 'read') && isStored(field.kind) && !isWhole(field.kind) && field.kind !== 'long_text',
  )
  const related = Object.entries(entity.computed as Fields).filter(([, { facts }]) => facts.related)
  return ['id', 'created_at', 'updated_at', ...[...stored, ...related].map(([name]) => name)]
}
