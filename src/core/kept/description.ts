import type { CurrentUser } from '../access/access.ts'
import type { Base, Entity } from '../entity/entity.ts'
import type { Field, Fields } from '../entity/field.ts'

const described = new WeakMap<Entity, string>()

/** The fields as text; functions, which only decide about access, are left out. */
const textOf = (fields: Fields): unknown =>
  Object.entries(fields).map(([name, { kind, facts }]) => [
    name,
    kind,
    { ...facts, label: undefined, help: undefined, lines: facts.lines && textOf(facts.lines) },
  ])

/**
 * A short hash of an entity's description and of the user's rights. What was kept under another one may lack fields, or
 * have some that the user may no longer read, and is fetched anew.
 */
export function hashOf(entity: Entity, user: CurrentUser): string {
  const text = described.get(entity) ?? JSON.stringify([textOf(entity.fields), textOf(entity.computed)])
  described.set(entity, text)
  return `${hash(text)}${hash(JSON.stringify([user.role, user.permissions]))}`
}

/** 32-bit FNV-1a in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(36).padStart(7, '0')
}

/** Whether a field's values are never returned by the server, or once, and must not be kept on the device. */
export const isSecret = ({ kind, facts }: Field<unknown>) =>
  facts.writeOnly === true || facts.once === true || kind === 'password'

/** The names of the fields that must not be kept, found once for an entity, since many records are kept at a time. */
const secrets = new WeakMap<Entity, readonly string[]>()
function secretsOf(entity: Entity): readonly string[] {
  const names =
    secrets.get(entity) ??
    Object.entries<Field<unknown>>({ ...entity.fields, ...entity.computed }).flatMap(([name, field]) =>
      isSecret(field) ? [name] : [],
    )
  secrets.set(entity, names)
  return names
}

/** The record without fields that must not be kept on the device. */
export function withoutSecrets<R extends Base>(entity: Entity, record: R): R {
  const secret = secretsOf(entity).filter((name) => name in record)
  if (!secret.length) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => !secret.includes(name))) as R
}
