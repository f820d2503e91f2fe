import { batch, signal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'

/** Called for a signal's first watcher and after its last. */
export interface Watch {
  watched(): void
  unwatched(): void
}

/** A yes or no per id; whoever reads one runs again when that one turns, and for no other id. */
export interface Flags {
  /** Tracked read. */
  has(id: Id): boolean
  set(id: Id, on: boolean): void
}

/** Flags whose signals are made when first read, so that ten thousand records nobody asks for cost nothing. */
export function createFlags(initial: (id: Id) => boolean, watch?: Watch): Flags {
  const asked = new Map<Id, Signal<boolean>>()
  return {
    has(id) {
      let flag = asked.get(id)
      if (!flag) asked.set(id, (flag = signal(initial(id), watch)))
      return flag.value
    },
    set(id, on) {
      const flag = asked.get(id)
      if (flag) flag.value = on
    },
  }
}

/** How long a row shows that someone else has just changed it. */
const GLOW = 2000

/** The records that someone else has just changed, each for two seconds. */
export function createGlow(): { has(id: Id): boolean; light(ids: readonly Id[]): void } {
  /** Until when each is lit, the earliest first. */
  const lit = new Map<Id, number>()
  const flags = createFlags((id) => lit.has(id))
  let timer: ReturnType<typeof setTimeout> | undefined

  function sweep() {
    timer = undefined
    const now = performance.now()
    batch(() => {
      for (const [id, until] of lit) {
        if (until > now) {
          timer = setTimeout(sweep, until - now)
          return
        }
        lit.delete(id)
        flags.set(id, false)
      }
    })
  }
  return {
    has: flags.has,
    light(ids) {
      const until = performance.now() + GLOW
      for (const id of ids) {
        lit.delete(id)
        lit.set(id, until)
        flags.set(id, true)
      }
      if (ids.length) timer ??= setTimeout(sweep, GLOW)
    },
  }
}
