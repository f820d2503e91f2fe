import type { CurrentUser } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Field, Fields } from '../../core/entity/field.ts'
import { fieldsOf } from '../../core/entity/variants.ts'
import type { Row } from '../db/rows.ts'
import type { Catalog } from './catalog.ts'
import { readable } from './visibility.ts'

/** The fields included in a response, in the order of the description. */
const sentFields = (entity: Entity): [string, Field<unknown>][] => [
  ...Object.entries(entity.fields as Fields),
  ...Object.entries(entity.computed as Fields),
]

/**
 * A record as this user may read it: fields they may not read are left out rather than null. Fields marked `detail` are
 * included only when a single record is read; counts contributed by other entities are included always.
 */
export function present(
  catalog: Pick<Catalog, 'counts'>,
  entity: Entity,
  row: Row,
  user: CurrentUser,
  { detail = false } = {},
): Record<string, unknown> {
  const sent: Record<string, unknown> = { id: row.id }
  const own = entity.variants && fieldsOf(entity, row[entity.variants.by])
  for (const [name, field] of sentFields(entity)) {
    if (own && name in entity.fields && !(name in own)) continue
    if (!readable(field, user) || (field.facts.detail && !detail)) continue
    if (row[name] !== undefined) sent[name] = presentValue(field, row[name], user)
  }
  for (const { name } of catalog.counts(entity)) sent[name] = row[name]
  return { ...sent, created_at: row.created_at, updated_at: row.updated_at, deleted_at: row.deleted_at }
}

/** A field's value as this user may read it: of lines, only the fields that they may read. */
function presentValue({ facts }: Field<unknown>, value: unknown, user: CurrentUser): unknown {
  const hidden = Object.entries(facts.lines ?? {}).flatMap(([name, field]) => (readable(field, user) ? [] : [name]))
  if (!hidden.length || !Array.isArray(value)) return value
  return value.map((line: object) =>
    Object.fromEntries(Object.entries(line).filter(([name]) => !hidden.includes(name))),
  )
}

/** A record presented earlier, without the fields that this user may no longer read. */
export const narrow = (entity: Entity, sent: Record<string, unknown>, user: CurrentUser): Record<string, unknown> => {
  const hidden = new Set(sentFields(entity).flatMap(([name, field]) => (readable(field, user) ? [] : [name])))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !hidden.has(name)))
}

/** Users with the same signature read the same fields, so one serialization can be shared between them. */
export const readingSignature = (entity: Entity, user: CurrentUser): string =>
  sentFields(entity)
    .flatMap(([name, field]) => [[name, field] as const, ...Object.entries(field.facts.lines ?? {})])
    .flatMap(([name, field]) => (field.facts.readableBy ? [`${name}:${readable(field, user)}`] : []))
    .join()
