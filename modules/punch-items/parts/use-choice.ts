import { useState } from 'react'
import { recall, remember } from '#blocks/list-page/remembered.ts'
import type { Id } from '#core/access/access.ts'
import { allItems, asList, fromList, type Choice } from './grouping.ts'

/** How the list of a project is narrowed and grouped, which this device remembers (rule remembered-filters). */
export function useChoice(project_id: Id): [Choice, (change: Partial<Choice>) => void] {
  const key = `punch_items.${project_id}`
  const [choice, setChoice] = useState(() => fromList(recall(key, asList(allItems))))
  return [
    choice,
    (change) => {
      const next = { ...choice, ...change }
      setChoice(next)
      remember(key, asList(next))
    },
  ]
}
