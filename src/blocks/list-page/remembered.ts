import { isObject } from '#core/entity/parse.ts'
import type { ListState } from './list.ts'

const keyOf = (key: string) => `list.${key}`

/** Reads a list's remembered state, without the search (rule remembered-filters). Invalid parts are ignored. */
export function recall(key: string, initial: ListState): ListState {
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

/** Stores a list's state for the next visit. A failure of local storage is only logged, since this is a convenience. */
export function remember(key: string, { search: _, ...state }: ListState): void {
  try {
    localStorage.setItem(keyOf(key), JSON.stringify(state))
  } catch (error) {
    console.warn('The filters of this list could not be stored.', error)
  }
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
