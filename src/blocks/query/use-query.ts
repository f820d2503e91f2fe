import { useContext, useEffect, useMemo } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { LiveQuery, QueryOptions } from '#core/resource/queries.ts'
import { ParentContext, useServices } from '../services/services.tsx'

export interface UseQueryOptions<E extends Entity> extends QueryOptions<E> {
  /** False to read only what is in the store: reference data, and where there is nothing to ask for yet. */
  ask?: boolean
}

/**
 * The records that filters match: fetched, fetched again after an interruption, and kept live in between. A nested
 * entity is read below `params`, or else below the surrounding `ParentScope`. A component shows rows of it by
 * `useRows` and the rest by `useSummary` or `useRecords`.
 * @example const hours = useSummary(useQuery(timeEntries, { filters: { from, to } }).items, hoursOf, [])
 */
export function useQuery<E extends Entity>(
  entity: E,
  { ask = true, ...options }: UseQueryOptions<E> = {},
): LiveQuery<RecordOf<E>> {
  const { queries, shown } = useServices()
  const scope = useContext(ParentContext)
  const key = JSON.stringify({ params: scope, ...options })
  // `key` holds the options by value, because callers create them anew on every render.
  const query = useMemo(() => queries(entity, JSON.parse(key) as QueryOptions<E>), [queries, entity, key])
  useEffect(() => {
    if (!ask) return undefined
    const stops = [query.follow(), shown.add(query)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [query, ask, shown])
  return query
}
