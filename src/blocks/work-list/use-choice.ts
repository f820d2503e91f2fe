import { useEffect, useMemo, useState } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import { useAddress } from '../address/address.ts'
import type { ListState } from '../list-page/list.ts'
import { differs, recall, remember, showInAddress } from '../list-page/remembered.ts'
import { initialOf, type WorkListSpec } from './spec.ts'

/** Changes of what is chosen; filters are those named alone. */
export type ChoiceChange = Partial<ListState>

/**
 * What is chosen of a list: as its address says, else as this device remembers under `place` (rule remembered-filters).
 * @param place names the list, such as `punch_items.4`
 */
export function useChoice<E extends Entity>(
  spec: WorkListSpec<E>,
  place: string,
): { choice: ListState; initial: ListState; choose: (change: ChoiceChange) => void } {
  const address = useAddress()
  const initial = useMemo(() => initialOf(spec), [spec])
  const [choice, setChoice] = useState(() => {
    const { filters, ...kept } = recall(place, initial, address)
    // What an earlier version remembered, or someone mistyped, groups by nothing that there is.
    const group = filters.group && !(filters.group in filters) ? initial.filters.group : filters.group
    return { ...kept, filters: { ...filters, group: group ?? '' } }
  })
  useEffect(() => {
    if (differs(choice, initial)) showInAddress(choice, initial, address)
  }, [choice, initial, address])
  return {
    choice,
    initial,
    choose(change) {
      const next = { ...choice, ...change, filters: { ...choice.filters, ...change.filters } }
      setChoice(next)
      remember(place, next, initial, address)
    },
  }
}
