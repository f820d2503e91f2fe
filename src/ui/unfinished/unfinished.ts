import { useLayoutEffect } from 'react'
import { signal, type ReadonlySignal } from '@preact/signals-react'

const count = signal(0)

/** How many places of this page hold what a reload would throw away: open dialogs, and what is typed and not saved. */
export const unfinished: ReadonlySignal<number> = count

/** Counts one more such place, until the function it answers with is called. */
export function beginUnfinished(): () => void {
  count.value = count.peek() + 1
  let over = false
  return () => {
    if (over) return
    over = true
    count.value = count.peek() - 1
  }
}

/** Counts the component that calls it for as long as `active` holds. */
export const useUnfinished = (active: boolean): void =>
  useLayoutEffect(() => (active ? beginUnfinished() : undefined), [active])
