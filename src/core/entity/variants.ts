import type { Drafts, Field, Fields, Values } from './field.ts'
import { choice } from './fields.ts'

/** Records of several types, each with its own fields in addition to the shared ones. */
export interface Variants<V extends Record<string, Fields> = Record<string, Fields>, B extends string = string> {
  /** The field that holds a record's type, which is set on creation and never changes. */
  readonly by: B
  readonly of: V
  /** Refuses values for fields of other types, instead of ignoring them. */
  readonly strict?: boolean
}

/** The values of any of the types: a discriminated union with the discriminant `B`. */
export type VariantValues<V extends Record<string, Fields>, B extends string> = {
  [K in keyof V & string]: { [X in B]: K } & Values<V[K]>
}[keyof V & string]
export type VariantDrafts<V extends Record<string, Fields>, B extends string> = {
  [K in keyof V & string]: { [X in B]?: K } & Drafts<V[K]>
}[keyof V & string]

/**
 * The columns of all types together. Each is nullable, because a record has only the fields of its own type.
 * @throws when two types have different fields with the same name
 */
export function allFields(name: string, { by, of }: Variants): Fields {
  // The type itself is a choice field, and so an ordinary column.
  const merged: Record<string, Field<unknown>> = { [by]: choice(...Object.keys(of)) }
  for (const [type, fields] of Object.entries(of))
    for (const [key, field] of Object.entries(fields)) {
      const known = merged[key]
      if (known && known.kind !== field.kind)
        throw new Error(`Entity ${name}: "${key}" is a ${field.kind} in "${type}" and a ${known.kind} in another type.`)
      // Columns have no default, so that the fields of other types stay empty.
      merged[key] ??= { ...field, fallback: undefined, facts: { ...field.facts, optional: true } }
    }
  return merged
}

interface Varied {
  readonly fields: Fields
  readonly variants: Variants | undefined
}

/** The fields of records of this type: the shared ones, and the type's own as it describes them. */
export function fieldsOf({ fields, variants }: Varied, type: unknown): Fields {
  if (!variants) return fields
  const own = typeof type === 'string' && Object.hasOwn(variants.of, type) ? variants.of[type] : {}
  const others = new Set(Object.values(variants.of).flatMap((one) => Object.keys(one)))
  const shared = Object.entries(fields).filter(([name]) => !others.has(name))
  return { ...Object.fromEntries(shared), ...own }
}
