import type { Drafts, Field, Fields, Values } from './field.ts'
import { choice } from './fields.ts'

/** Records of several types, each with fields of its own beside those that all share. */
export interface Variants<V extends Record<string, Fields> = Record<string, Fields>, B extends string = string> {
  /** The field that says which type a record is of; set when it is made, and never changed. */
  readonly by: B
  readonly of: V
}

/** The values of one type or another: a union told apart by the field `B`. */
export type VariantValues<V extends Record<string, Fields>, B extends string> = {
  [K in keyof V & string]: { [X in B]: K } & Values<V[K]>
}[keyof V & string]
export type VariantDrafts<V extends Record<string, Fields>, B extends string> = {
  [K in keyof V & string]: { [X in B]?: K } & Drafts<V[K]>
}[keyof V & string]

/**
 * The columns of all types together: each may be empty, since a record has only those of its own type.
 * @throws when two types name a field alike and mean different things by it
 */
export function allFields(name: string, { by, of }: Variants): Fields {
  // A choice that every record has makes the type a field like any other.
  const merged: Record<string, Field<unknown>> = { [by]: choice(...Object.keys(of)) }
  for (const [type, fields] of Object.entries(of))
    for (const [key, field] of Object.entries(fields)) {
      const known = merged[key]
      if (known && known.kind !== field.kind)
        throw new Error(`Entity ${name}: "${key}" is a ${field.kind} in "${type}" and a ${known.kind} in another type.`)
      // No column has a default: what another type alone has stays empty.
      merged[key] ??= { ...field, fallback: undefined, facts: { ...field.facts, optional: true } }
    }
  return merged
}

interface Varied {
  readonly fields: Fields
  readonly variants: Variants | undefined
}

/** The fields that a record of this type has: the shared ones and its type's own, as each type describes them. */
export function fieldsOf({ fields, variants }: Varied, type: unknown): Fields {
  if (!variants) return fields
  const own = typeof type === 'string' && Object.hasOwn(variants.of, type) ? variants.of[type] : {}
  const others = new Set(Object.values(variants.of).flatMap((one) => Object.keys(one)))
  const shared = Object.entries(fields).filter(([name]) => !others.has(name))
  return { ...Object.fromEntries(shared), ...own }
}
