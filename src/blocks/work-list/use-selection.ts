import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Id } from '#core/access/access.ts'

/** The ticked rows of a list, as far as they are shown. */
export interface Selection {
  readonly ids: ReadonlySet<Id>
  select(id: Id, on: boolean, range?: boolean): void
  selectAll(on: boolean): void
  put(ids: readonly Id[]): void
}

/** @param shown the ids in their order on the screen; those that leave it are no longer ticked */
export function useSelection(shown: readonly Id[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<Id>>(new Set())
  const order = useRef(shown)
  const last = useRef<Id | null>(null)
  useLayoutEffect(() => void (order.current = shown))
  const ids = useMemo(() => {
    const there = ticked.size ? shown.filter((id) => ticked.has(id)) : []
    return there.length === ticked.size ? ticked : new Set(there)
  }, [ticked, shown])
  // The same for as long as the list is there, so that rows do not render for the selection of others.
  const select = useCallback((id: Id, on: boolean, range = false) => {
    const [from, to] = [order.current.indexOf(last.current ?? id), order.current.indexOf(id)]
    const meant = range && from >= 0 ? order.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    last.current = id
    setTicked((before) => {
      const next = new Set(before)
      for (const one of meant)
        if (on) next.add(one)
        else next.delete(one)
      return next
    })
  }, [])
  const put = useCallback((next: readonly Id[]) => setTicked(new Set(next)), [])
  const selectAll = useCallback((on: boolean) => put(on ? order.current : []), [put])
  return { ids, select, selectAll, put }
}
