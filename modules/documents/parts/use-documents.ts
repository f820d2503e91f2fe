import { useEffect, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Failure } from '#core/resource/result.ts'
import { documents, type Document } from '../entities.ts'
import type { Order } from './document-list.tsx'

/** More than this many are fetched page by page, as they come into sight. */
const MOST_AT_ONCE = 200
const PAGE = 100

interface Pages {
  readonly key: string
  readonly loaded: number
  readonly last: number
  readonly failure: Failure | null
}

/**
 * The documents that filters match, sorted and kept live. `expected` is how many there are: few are fetched at once, of
 * many the first page, and further ones by `more`.
 * @useSignals
 */
export function useDocuments(
  project_id: Id,
  {
    filters,
    order,
    expected,
    search,
  }: { filters: Readonly<Record<string, unknown>>; order: Order; expected: number; search: string },
) {
  const { api, store } = useServices()
  const isLarge = expected > MOST_AT_ONCE
  const query = useQuery(documents, {
    params: { project_id },
    filters,
    order,
    ask: !isLarge,
  })
  const isEmpty = useSummary(query.items, (all) => all.length === 0, [])
  const missed = store.missedOf(documents).value
  const [pages, setPages] = useState<Pages | null>(null)
  const key = JSON.stringify([project_id, filters, search, missed, order])
  const current = pages?.key === key ? pages : null

  async function load(page: number) {
    const [, sent] = JSON.parse(key) as [Id, Record<string, unknown>]
    const words = search ? { search } : {}
    const sorted = { sort_column: order.column, sort_direction: order.direction }
    const answer = await api(documents, { project_id }).fetchPage({
      ...sent,
      ...words,
      ...sorted,
      page,
      per_page: PAGE,
    })
    const last = answer.ok ? answer.data.last_page : 0
    setPages({ key, loaded: page, last, failure: answer.ok ? null : answer })
  }
  useEffect(() => {
    if (isLarge) void load(1)
    // `key` identifies the request; `load` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLarge, key])
  return {
    items: query.items,
    /** Whether nothing is known yet. */
    isNew: isLarge ? current === null && isEmpty : query.state.value === 'never',
    failure: isLarge ? (current?.failure ?? null) : query.failure.value,
    retry: isLarge ? () => void load(1) : query.ask,
    /** All of them, for a file; null when they cannot be fetched. */
    async all(): Promise<readonly Document[] | null> {
      if (!isLarge) return query.items.peek().map((item) => item.peek())
      const answer = await api(documents, { project_id }).fetchAll(filters)
      return answer.ok ? answer.data : null
    },
    /** Fetches the next page, if there is one; undefined while all are there. */
    more: isLarge && current && current.loaded < current.last ? () => void load(current.loaded + 1) : undefined,
  }
}
