import type { ReadonlySignal } from '@preact/signals-react'

/** Calls back for every increment after now. */
export function followFrom(count: ReadonlySignal<number> | undefined, onRise: () => void): () => void {
  if (!count) return () => {}
  let seen = count.peek()
  return count.subscribe((value) => {
    if (value === seen) return
    seen = value
    onRise()
  })
}
