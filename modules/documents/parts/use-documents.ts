import { useEffect, useRef, useState } from 'react'
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
/** How many are fetched at a time where all are wanted. */
const MOST_PER_PAGE = 500
/** How long a search waits for further letters, in ms, as in every list. */
const PAUSE = 500

interface Asked {
  readonly filters: Readonly<Record<string, unknown>>
  readonly order: Order
  /** How many documents there are: few are fetched at once, of many the first page, and further ones by `more`. */
  readonly expected: number
  /** Words in names and in files, which the server looks for. */
  readonly search: string
  /** How many files are still being read: as they are, more of them may be found. */
  readonly reading: number
}

interface Pages {
  readonly key: string
  readonly loaded: number
  readonly last: number
  /** The documents on them. */
  readonly ids: ReadonlySet<Id>
  readonly failure: Failure | null
}
const noPages = (key: string): Pages => ({ key, loaded: 0, last: 0, ids: new Set(), failure: null })

/** Pages of what the server finds, fetched as far as they are wanted. @useSignals */
function usePages(project_id: Id, { filters, order, search, reading }: Asked, isAsked: boolean) {
  const { api, store } = useServices()
  const missed = store.missedOf(documents).value
  const [held, setHeld] = useState<Pages | null>(null)
  const key = JSON.stringify([project_id, filters, search, missed, order])
  const newest = useRef(key)
  const pages = held?.key === key ? held : null
  const fetch = (page: number, per_page: number) => {
    const sorted = { sort_column: order.column, sort_direction: order.direction }
    return api(documents, { project_id }).fetchPage({
      ...filters,
      ...(search && { search }),
      ...sorted,
      page,
      per_page,
    })
  }

  /** Fetches pages until so many are there; what is shown stays until then. */
  async function load(most: number, from = noPages(key)) {
    let next = from
    do {
      const answer = await fetch(next.loaded + 1, PAGE)
      if (newest.current !== key) return
      if (!answer.ok) return setHeld({ ...(pages ?? from), failure: answer })
      const ids = new Set([...next.ids, ...answer.data.data.map(({ id }) => id)])
      next = { key, loaded: next.loaded + 1, last: answer.data.last_page, ids, failure: null }
    } while (next.loaded < Math.min(most, next.last))
    setHeld(next)
  }
  // It is asked again each time that half of the files were read, and once all of them were.
  const half = search ? Math.floor(Math.log2(reading + 1)) : 0
  useEffect(() => {
    newest.current = key
    if (!isAsked) return undefined
    const wait = setTimeout(() => void load(Math.max(1, pages?.loaded ?? 1)), search ? PAUSE : 0)
    return () => clearTimeout(wait)
    // `key` and `half` identify the request; `load` is a new function on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAsked, key, half])
  return {
    pages,
    retry: () => void load(1),
    more: pages && pages.loaded < pages.last ? () => void load(pages.loaded + 1, pages) : undefined,
    /** All that the server finds; null when it cannot be fetched. */
    async all(): Promise<readonly Document[] | null> {
      const found: Document[] = []
      for (let page = 1, last = 1; page <= last; page++) {
        const answer = await fetch(page, MOST_PER_PAGE)
        if (!answer.ok) return null
        found.push(...answer.data.data)
        last = answer.data.last_page
      }
      return found
    },
  }
}

/**
 * The documents that filters match, sorted and kept live, and those among them that a search finds.
 * @useSignals
 */
export function useDocuments(project_id: Id, asked: Asked) {
  const { filters, order, expected, search } = asked
  const isLarge = expected > MOST_AT_ONCE
  const isPaged = isLarge || search !== ''
  const query = useQuery(documents, { params: { project_id }, filters, order, ask: !isLarge })
  const isEmpty = useSummary(query.items, (all) => all.length === 0, [])
  const { pages, retry, more, all } = usePages(project_id, asked, isPaged)
  const isOwn = !isLarge && query.failure.value !== null
  return {
    items: query.items,
    /** Whether nothing is known yet. */
    isNew: isLarge ? pages === null && isEmpty : query.state.value === 'never',
    /** What the search has found so far; null until the server has answered. */
    found: search && pages && pages.loaded > 0 ? pages.ids : null,
    failure: isOwn ? query.failure.value : (isPaged && pages?.failure) || null,
    retry: isOwn ? query.ask : retry,
    /** All of them, for a file; null when they cannot be fetched. */
    all: isPaged ? all : async () => query.items.peek().map((item) => item.peek()),
    /** Fetches the next page, if there is one; undefined while all are there. */
    more: isPaged ? more : undefined,
  }
}
