import type { CurrentUser } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Field, Fields } from '../entity/field.ts'
import type { AnyWhere, Where } from './where.ts'

/** Who asks; filters such as "mine" depend on it. */
export interface Asker {
  readonly user: Pick<CurrentUser, 'id'> & Partial<CurrentUser>
}

/** A named filter of an entity's lists: its query parameter's values, and the condition that each stands for. */
export interface Filter<T = unknown> {
  readonly field: Field<T>
  where(value: T, asker: Asker): AnyWhere
}

/**
 * Declares a named filter.
 * @example filters: { status: filter(choice('active', 'all').default('active'), (status) => (status === 'all' ? {} : { archived_at: null })) }
 */
export const filter = <T>(field: Field<T>, where: (value: T, asker: Asker) => AnyWhere): Filter<T> =>
  Object.freeze({ field, where })

/** A list's filters by query parameter, as text or lists of text. */
export type FilterValues = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * The condition that a list's filters stand for: the entity's named filters, with their defaults, and its fields by
 * name. Values that name no filter are ignored, as the server ignores them.
 */
export function whereOf<E extends Entity>(entity: E, values: FilterValues, asker: Asker): Where<RecordOf<E>> {
  const fields: Fields = entity.fields
  const plain = Object.entries(values).flatMap(([name, value]): AnyWhere[] => {
    if (isEmpty(value) || name in entity.filters) return []
    const field = name === 'id' ? 'ref' : fields[name]?.kind
    if (!field) return []
    return [{ [name]: Array.isArray(value) ? value.map((one) => read(field, one)) : read(field, value) }]
  })
  const named = Object.entries(entity.filters).flatMap(([name, { field, where }]): AnyWhere[] => {
    const value = isEmpty(values[name]) ? field.fallback : read(field.kind, values[name])
    return isEmpty(value) ? [] : [where(value, asker)]
  })
  // Safe because the conditions are those of the entity's own description.
  return { $all: [...plain, ...named] } as AnyWhere as Where<RecordOf<E>>
}

/** A filter's value as its field holds it. */
function read(kind: Field<unknown>['kind'], value: unknown): unknown {
  if (kind === 'ref' || kind === 'number') return Number(value)
  if (kind === 'flag') return value === true || value === '1' || value === 'true'
  return value
}
