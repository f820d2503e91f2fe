import { computed, type ReadonlySignal } from '@preact/signals-react'
import { shared } from '#core/store/watched.ts'

/** What is computed, as new only where it differs from before: the same content paints nothing again. */
export function steady<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T } | undefined
  return computed(() => {
    const next = compute()
    const value = last ? shared(last.value, next) : next
    last = { value }
    return value
  })
}
