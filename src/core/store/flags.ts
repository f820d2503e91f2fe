import { batch, signal, type Signal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'

/** Called when a signal gets its first watcher and loses its last. */
export interface Watch {
  watched(): void
  unwatched(): void
}

/** A boolean per id; a reader of one id re-runs only when that one changes. */
export interface Flags {
  /** Tracked read. */
  has(id: Id): boolean
  set(id: Id, on: boolean): void
}

/** Creates signals lazily on first read, so that ten thousand unread records cost nothing. */
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

/** How long a row is highlighted after someone else changed it, in milliseconds. */
const GLOW = 2000

/** The records that someone else has just changed, each for two seconds. */
export function createGlow(): { has(id: Id): boolean; light(ids: readonly Id[]): void } {
  /** The end time of each highlight, earliest first. */
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
