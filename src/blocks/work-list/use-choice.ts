import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import { useAddress } from '../address/address.ts'
import type { ListState } from '../list-page/list.ts'
import { differs, recall, remember, showInAddress } from '../list-page/remembered.ts'
import { initialOf, knownIn, type ListSpec } from './spec.ts'

/** Changes of what is chosen; filters are those named alone. */
export type ChoiceChange = Partial<ListState>

/**
 * What is chosen of a list: as its address says, else as this device remembers under `place` (rule remembered-filters).
 * @param place names the list, such as `punch_items.4`
 */
export function useChoice<E extends Entity>(
  spec: ListSpec<E>,
  place: string,
): { choice: ListState; initial: ListState; choose: (change: ChoiceChange) => void } {
  const address = useAddress()
  const initial = useMemo(() => initialOf(spec), [spec])
  const [choice, setChoice] = useState(() => knownIn(spec, recall(place, initial, address)))
  useEffect(() => {
    if (differs(choice, initial)) showInAddress(choice, initial, address)
  }, [choice, initial, address])
  // The same for as long as the list is there, so that the toolbar renders only for what it shows.
  const latest = useRef(choice)
  const choose = useCallback(
    (change: ChoiceChange) => {
      const { current } = latest
      const next = { ...current, ...change, filters: { ...current.filters, ...change.filters } }
      latest.current = next
      setChoice(next)
      remember(place, next, initial, address)
    },
    [place, initial, address],
  )
  return { choice, initial, choose }
}
