import { useLayoutEffect } from 'react'
import { signal, type ReadonlySignal } from '@preact/signals-react'

const count = signal(0)

/** The number of places with unsaved work that a reload would lose, such as open dialogs and typed text. */
export const unfinished: ReadonlySignal<number> = count

/** Adds one such place until the returned function is called. */
export function beginUnfinished(): () => void {
  count.value = count.peek() + 1
  let over = false
  return () => {
    if (over) return
    over = true
    count.value = count.peek() - 1
  }
}

/** Counts the calling component as unfinished while `active` is true. */
export const useUnfinished = (active: boolean): void =>
  useLayoutEffect(() => (active ? beginUnfinished() : undefined), [active])
