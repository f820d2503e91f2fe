import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { AnswerState } from '../store/query.ts'

/** Something on screen that the server has answered. */
export interface ShownAnswer {
  readonly state: ReadonlySignal<AnswerState>
  readonly asOf: ReadonlySignal<number | null>
  /** Notes on the device that it is still true, if it is kept live. */
  readonly renew?: () => void
}

/** What is on screen, and how old it is. */
export interface Shown {
  /** Call it while something is shown; the returned function ends that. */
  add(answer: ShownAnswer): () => void
  /** The oldest time at which something on screen was true, in milliseconds; null when everything is. */
  readonly oldest: ReadonlySignal<number | null>
  /** Notes, also on the device, that what is kept live has been true until now. */
  renew(): void
  /** Whether changes are heard: what was kept live is true until they no longer are. */
  live(isLive: boolean): void
}

export function createShown(): Shown {
  const shown = signal<ReadonlySet<ShownAnswer>>(new Set())
  const liveUntil = signal<number | null>(null)
  const renew = () => {
    for (const answer of shown.peek()) if (answer.state.peek() === 'fresh') answer.renew?.()
  }
  return {
    add(answer) {
      shown.value = new Set([...shown.peek(), answer])
      return () => {
        shown.value = new Set([...shown.peek()].filter((one) => one !== answer))
      }
    },
    oldest: computed(() => {
      const times = [...shown.value].flatMap(({ state, asOf }) => {
        if (state.value === 'never') return []
        return (state.value === 'cached' ? asOf.value : liveUntil.value) ?? []
      })
      return times.length ? Math.min(...times) : null
    }),
    renew,
    live(isLive) {
      if (isLive) liveUntil.value = null
      else if (liveUntil.peek() === null) {
        liveUntil.value = Date.now()
        renew()
      }
    },
  }
}
