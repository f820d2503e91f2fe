import { useState, type RefObject } from 'react'
import { useLocation } from 'wouter'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { useServices } from '../services/services.tsx'
import type { ListSpec } from './spec.ts'
import { useKeys } from './use-keys.ts'
import type { Selection } from './use-selection.ts'

interface Options<E extends Entity> {
  spec: ListSpec<E>
  /** The ids that are on the screen, in their order. */
  shown: readonly Id[]
  selection: Selection
  maySelect: boolean
  opened: Id | undefined
  hrefOf: (record: RecordOf<E>) => string | undefined
  search: RefObject<HTMLInputElement | null>
  /** Where closing the open record leads to. */
  path: string | undefined
  add: (() => void) | undefined
}

/** The row that the keyboard is at: the open record's, or else the one that j and k have moved to. */
export function useCursor<E extends Entity>({
  spec: { entity },
  shown,
  selection,
  maySelect,
  opened,
  hrefOf,
  search,
  path,
  add,
}: Options<E>): Id | undefined {
  const { store } = useServices()
  const [, navigate] = useLocation()
  const [own, setOwn] = useState<Id | undefined>()
  const cursor = opened ?? (own !== undefined && shown.includes(own) ? own : undefined)
  const open = (id: Id | undefined) => {
    const record = id === undefined ? undefined : store.of(entity).peek(id)
    const href = record && hrefOf(record)
    if (href) navigate(href, { replace: opened !== undefined })
  }
  useKeys({
    move(by) {
      const from = cursor === undefined ? -1 : shown.indexOf(cursor)
      const next = shown[from === -1 ? (by === 1 ? 0 : shown.length - 1) : from + by]
      if (next === undefined) return
      setOwn(next)
      if (opened !== undefined) open(next)
    },
    step(from, by) {
      const next = shown.includes(from) ? shown[shown.indexOf(from) + by] : undefined
      if (next === undefined) return false
      setOwn(next)
      // Enter is for the link that has the focus.
      document.querySelector<HTMLElement>(`[data-row-key="${next}"] a`)?.focus()
      if (opened !== undefined) open(next)
      return true
    },
    open: () => open(cursor),
    tick(range) {
      if (cursor !== undefined && maySelect) selection.select(cursor, range || !selection.ids.has(cursor), range)
    },
    mark(row) {
      if (!maySelect || !shown.includes(row)) return false
      setOwn(row)
      selection.select(row, !selection.ids.has(row), false)
      return true
    },
    all: () => maySelect && selection.selectAll(true),
    leave() {
      if (selection.ids.size) selection.put([])
      else if (opened !== undefined && path !== undefined) navigate(path)
      else return false
      return true
    },
    add: () => add?.(),
    search: () => search.current?.focus(),
  })
  return cursor
}
