import type { CurrentUser } from '../../core/access/access.ts'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import { isObject } from '../../lib/is-object.ts'
import { fieldsOf } from '../../core/entity/variants.ts'
import type { Row } from '../db/rows.ts'
import type { Catalog } from './catalog.ts'
import { readable } from './visibility.ts'

/** The fields included in a response, in the order of the description. */
const sentFields = (entity: Entity): [string, Field<unknown>][] => [
  ...Object.entries(entity.fields as Fields),
  ...Object.entries(entity.computed as Fields),
]

type Show = (row: Row) => Record<string, unknown>

/**
 * Presents records as this user may read them: fields they may not read are left out rather than null. Fields marked
 * `detail` are included only when a single record is read; counts contributed by other entities are included always.
 * What depends on the user alone is decided once for all records.
 */
export function presenter(
  catalog: Pick<Catalog, 'counts'>,
  entity: Entity,
  user: CurrentUser,
  { detail = false } = {},
): Show {
  // How many there are is for those who may see one.
  const [counts = [], untold = []] = [true, false].map((told) =>
    catalog
      .counts(entity)
      .flatMap(({ name, entity: one }) => ((!user.grant && guardOf(one, 'view')(user)) === told ? [name] : [])),
  )
  const sent = sentFields(entity).flatMap(([name, field]): [string, (row: Row) => unknown][] => {
    const { facts } = field
    if ((facts.detail && !detail) || untold.includes(name)) return []
    if (readable(field, user))
      return [[name, facts.lines ? (row) => presentLines(field, row[name], user) : (row) => row[name]]]
    if (facts.ownedBy) return [[name, (row) => (readable(field, user, row) ? row[name] : undefined)]]
    const { otherwise } = facts
    if (!otherwise || user.grant) return []
    const fallback = (row: Row) => fieldsOf(entity, row[entity.variants?.by ?? ''])[name]?.fallback
    return [[name, readsInstead(field, user) ? (row) => valueIn(row[otherwise], name) : fallback]]
  })
  const byType = new Map<unknown, typeof sent>()
  const sentOf = (row: Row): typeof sent => {
    if (!entity.variants) return sent
    const type = row[entity.variants.by]
    const known = byType.get(type)
    if (known) return known
    const own = fieldsOf(entity, type)
    const typed = sent.filter(([name]) => !(name in entity.fields) || name in own)
    byType.set(type, typed)
    return typed
  }
  return (row) => {
    const record: Record<string, unknown> = { id: row.id }
    for (const [name, valueOf] of sentOf(row)) {
      const value = valueOf(row)
      if (value !== undefined) record[name] = value
    }
    for (const name of counts) record[name] = row[name]
    record.created_at = row.created_at
    record.updated_at = row.updated_at
    record.deleted_at = row.deleted_at
    return record
  }
}

/** A record as this user may read it. */
export const present = (
  catalog: Pick<Catalog, 'counts'>,
  entity: Entity,
  row: Row,
  user: CurrentUser,
  options: { detail?: boolean } = {},
): Record<string, unknown> => presenter(catalog, entity, user, options)(row)

/** Whether who does not read a field reads what is stored under its name elsewhere. */
const readsInstead = ({ facts }: Field<unknown>, user: CurrentUser): boolean =>
  facts.otherwise !== undefined && !user.grant && (facts.otherwiseFor?.(user) ?? true)

/** What a record that is stored as JSON holds under a name. */
const valueIn = (record: unknown, name: string): unknown => (isObject(record) ? (record[name] ?? null) : null)

/** Lines with only the fields that this user may read. */
export function presentLines({ facts }: Field<unknown>, value: unknown, user: CurrentUser): unknown {
  const hidden = Object.entries(facts.lines ?? {}).flatMap(([name, field]) => (readable(field, user) ? [] : [name]))
  if (!hidden.length || !Array.isArray(value)) return value
  return value.map((line: object) =>
    Object.fromEntries(Object.entries(line).filter(([name]) => !hidden.includes(name))),
  )
}

/** A record presented earlier, without the fields that this user may no longer read. */
export const narrow = (entity: Entity, sent: Record<string, unknown>, user: CurrentUser): Record<string, unknown> => {
  const fields = new Map(sentFields(entity))
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
      const field = fields.get(name)
      if (!field) return [[name, value]]
      if (readable(field, user, sent)) return [[name, field.facts.lines ? presentLines(field, value, user) : value]]
      const { otherwise } = field.facts
      if (!otherwise) return []
      const { fallback } = fieldsOf(entity, sent[entity.variants?.by ?? ''])[name] ?? field
      return [[name, readsInstead(field, user) ? valueIn(sent[otherwise], name) : fallback]]
    }),
  )
}

/** What of a field this user reads: users who read it of their own records alone all read another part. */
const readingOf = (field: Field<unknown>, user: CurrentUser): string =>
  readable(field, user) || !field.facts.ownedBy
    ? `${readable(field, user)} ${readsInstead(field, user)}`
    : `of ${user.id}`

/** Users with the same signature read the same fields, so one serialization can be shared between them. */
export const readingSignature = (entity: Entity, user: CurrentUser): string =>
  sentFields(entity)
    .flatMap(([name, field]) => [[name, field] as const, ...Object.entries(field.facts.lines ?? {})])
    .flatMap(([name, field]) => (field.facts.readableBy ? [`${name}:${readingOf(field, user)}`] : []))
    .join()
