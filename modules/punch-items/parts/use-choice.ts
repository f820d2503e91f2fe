import { useEffect, useState } from 'react'
import { useAddress } from '#blocks/address/address.ts'
import { recall, remember, showInAddress } from '#blocks/list-page/remembered.ts'
import type { Id } from '#core/access/access.ts'
import { allItems, asList, fromList, type Choice } from './grouping.ts'

const initial = asList(allItems)

/**
 * How the list of a project is narrowed and grouped: as its address says, else as this device remembers (rule
 * remembered-filters).
 */
export function useChoice(project_id: Id): [Choice, (change: Partial<Choice>) => void] {
  const key = `punch_items.${project_id}`
  const address = useAddress()
  const [choice, setChoice] = useState(() => fromList(recall(key, initial, address)))
  useEffect(() => {
    const state = asList(choice)
    if (JSON.stringify(state) !== JSON.stringify(initial)) showInAddress(state, initial, address)
  }, [choice, address])
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change }
      setChoice(next)
      remember(key, asList(next), initial, address)
    },
  ]
}
