import type { Entity } from '#core/entity/entity.ts'
import type { Field, Fields } from '#core/entity/field.ts'
import { isObject } from '#lib/is-object.ts'
import type { Address } from '../address/address.ts'
import type { ListState } from './list.ts'

const keyOf = (key: string) => `list.${key}`

/**
 * Reads a list's state: what the address says, else what was remembered, without the search (rule remembered-filters).
 * Invalid parts are ignored. A link may name a `search`, such as a person's name in the directory.
 */
export function recall(key: string, initial: ListState, address?: Pick<Address, 'read'>, entity?: Entity): ListState {
  const said = fromAddress(initial, address, entity)
  const search = address?.read().get('search')
  // What was remembered could hide what a link looks for.
  return search ? { ...(said ?? initial), search } : (said ?? remembered(key, initial))
}

function remembered(key: string, initial: ListState): ListState {
  const kept = read(keyOf(key))
  if (!isObject(kept)) return initial
  const { sort_column, sort_direction, filters } = kept
  const known = isObject(filters)
    ? Object.fromEntries(
        Object.entries(filters).filter(([name, value]) => name in initial.filters && typeof value === 'string'),
      )
    : {}
  return {
    search: '',
    sort_column: typeof sort_column === 'string' ? sort_column : initial.sort_column,
    sort_direction: sort_direction === 'asc' || sort_direction === 'desc' ? sort_direction : initial.sort_direction,
    filters: { ...initial.filters, ...(known as Record<string, string>) },
  }
}

/** The state that the address names, the initial one in what it leaves out; null where it names nothing of the list. */
export function fromAddress(
  initial: ListState,
  address: Pick<Address, 'read'> | undefined,
  entity: Entity | undefined,
): ListState | null {
  const query = address?.read()
  if (!query || !['sort', ...Object.keys(initial.filters)].some((name) => query.has(name))) return null
  const filters = Object.entries(initial.filters).map(([name, value]) => {
    const said = query.get(name)
    return [name, said !== null && mayBe(said, entity, name) ? said : value]
  })
  const [, minus, column] = /^(-?)([a-z_]+)$/.exec(query.get('sort') ?? '') ?? []
  return {
    search: '',
    sort_column: column ?? initial.sort_column,
    sort_direction: column === undefined ? initial.sort_direction : minus ? 'desc' : 'asc',
    filters: Object.fromEntries(filters),
  }
}

/** Whether a filter may have this value: someone may have mistyped the address. */
function mayBe(value: string, entity: Entity | undefined, name: string): boolean {
  const field: Field<unknown> | undefined =
    entity?.filters[name]?.field ?? (entity?.fields as Fields | undefined)?.[name]
  if (!field || value === '') return true
  if (field.kind === 'ref' || field.kind === 'number') return Number.isFinite(Number(value))
  return field.kind !== 'choice' || (field.facts.choices?.includes(value) ?? true)
}

/** Stores a list's state for the next visit, and shows it in the address. */
export function remember(key: string, state: ListState, initial?: ListState, address?: Pick<Address, 'put'>): void {
  const { search: _, ...kept } = state
  try {
    localStorage.setItem(keyOf(key), JSON.stringify(kept))
  } catch (error) {
    // Remembering is a convenience.
    console.warn('The filters of this list could not be stored.', error)
  }
  if (initial) showInAddress(state, initial, address)
}

/** Puts a list's state into the address: filters that are set, or differ from the initial ones, and another order. */
export function showInAddress(state: ListState, initial: ListState, address: Pick<Address, 'put'> | undefined): void {
  const { sort_column, sort_direction, filters } = state
  const isSorted = sort_column !== initial.sort_column || sort_direction !== initial.sort_direction
  const shown = Object.entries(filters).map(([name, value]) => {
    return [name, value === '' && !initial.filters[name] ? null : value]
  })
  address?.put({
    ...Object.fromEntries(shown),
    sort: isSorted ? `${sort_direction === 'desc' ? '-' : ''}${sort_column}` : null,
  })
}

/** Whether two states differ in more than their search. */
export const differs = (
  { search: _, ...one }: Partial<ListState>,
  { search: __, ...other }: Partial<ListState>,
): boolean => JSON.stringify(one) !== JSON.stringify(other)

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
