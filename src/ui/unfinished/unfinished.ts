import { useLayoutEffect } from 'react'
import { batch, signal, type ReadonlySignal } from '@preact/signals-react'

const count = signal(0)
const unkept = signal(0)

/** The number of places with unsaved work that a reload would lose, such as open dialogs and typed text. */
export const unfinished: ReadonlySignal<number> = count
/** Those of them that a person has to end, and that nothing else keeps. */
export const unsaved: ReadonlySignal<number> = unkept

/**
 * Adds one such place until the returned function is called.
 * @param options.isKept whether it goes on by itself when the same person signs in again, as uploads do
 */
export function beginUnfinished({ isKept = false } = {}): () => void {
  const add = (by: number) =>
    batch(() => {
      count.value = count.peek() + by
      if (!isKept) unkept.value = unkept.peek() + by
    })
  add(1)
  let over = false
  return () => {
    if (over) return
    over = true
    add(-1)
  }
}

/** Counts the calling component as unfinished while `active` is true. */
export const useUnfinished = (active: boolean): void =>
  useLayoutEffect(() => (active ? beginUnfinished() : undefined), [active])
