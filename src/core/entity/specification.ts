import { ZodMiniArray } from 'zod/mini'
import type { Id } from '../access/access.ts'
import { attachmentFields, type Entity } from './entity.ts'
import type { Field, Fields } from './field.ts'

/** Whether the specification names a collection, or a query on it, at an address. */
export const isSpecifiedAt = (
  { endpoint, specified }: Pick<Entity, 'endpoint' | 'specified'>,
  address: string,
): boolean =>
  specified !== undefined && [...(specified.at ?? [endpoint]), ...(specified.queries ?? [])].includes(address)

/** The form of a collection's address: the endpoint, with the kind of parent that a polymorphic entity is read below. */
export function addressOf(entity: Entity, params: Readonly<Record<string, Id | string>> = {}): string {
  const type = attachmentFields(entity)?.type
  const kind = type === undefined ? undefined : params[type]
  return kind === undefined ? entity.endpoint : entity.endpoint.replace(`{${type}}`, String(kind))
}

/**
 * What a joined field reads as where the record it comes from is not known: empty where it is text that is always
 * there, and else null. What may be null says something by it (`archived_at`), which an empty text would turn around.
 */
export function untoldJoin(
  own: Fields,
  { ref, field }: { readonly ref: string; readonly field: string },
  entities: readonly Entity[],
): '' | null {
  const by = own[ref]
  const target = entities.find(({ name }) => name === by?.facts.ref?.entity)
  const joined = (target?.fields as Fields | undefined)?.[field]
  return joined?.kind === 'text' && !by?.facts.optional && !joined.facts.optional ? '' : null
}

/** What a field reads as where a server never tells it (rule stock-servers): its declared default, or empty. */
function untoldOf(field: Field<unknown>, isComputed: boolean): unknown {
  const { kind, fallback, facts } = field
  // Nobody has counted, which is not none.
  if (isComputed && kind === 'number') return null
  if (fallback !== undefined) return fallback
  if (facts.embed !== undefined) return []
  if (facts.optional || facts.writeOnly) return null
  if (kind === 'text' || kind === 'long_text') return ''
  if (kind === 'choice') return facts.choices?.[0]
  if (kind === 'flag') return false
  return kind === 'json' && field.schema instanceof ZodMiniArray ? [] : null
}

/** The kind of record that these are attached to, where the specification has them below one kind alone. */
function onlyParent(entity: Entity): { readonly name: string; readonly kind: string } | undefined {
  const { type = '', id } = attachmentFields(entity) ?? {}
  const below = new RegExp(`^api/(\\w+)/\\{${id}\\}/`)
  const [kind, ...others] = (entity.specified?.at ?? []).flatMap((address) => below.exec(address)?.[1] ?? [])
  return kind === undefined || others.length > 0 ? undefined : { name: type, kind }
}

/**
 * What each field reads as where a server that keeps to the specification has not sent it. Fields that the specification
 * names and that are hidden from some, come with a detail or count others stay absent, which means "not told".
 */
export function untoldFields(entity: Entity, entities: readonly Entity[]): [string, Field<unknown>, unknown][] {
  const { specified, fields, computed } = entity
  const parent = onlyParent(entity)
  const named = new Set(specified?.fields)
  const described = (all: Fields, isComputed: boolean) =>
    Object.entries(all).flatMap(([name, field]): [string, Field<unknown>, unknown][] => {
      const { kind, facts } = field
      const mayBeHidden =
        facts.readableBy || facts.detail || (facts.embed && !facts.listed) || (isComputed && kind === 'number')
      const value =
        name === parent?.name
          ? parent.kind
          : facts.related
            ? untoldJoin(fields, facts.related, entities)
            : untoldOf(field, isComputed)
      return named.has(name) && mayBeHidden ? [] : [[name, field, value]]
    })
  return [...described(fields, false), ...described(computed, true)]
}
