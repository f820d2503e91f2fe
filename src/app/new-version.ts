import { effect, signal, type ReadonlySignal } from '@preact/signals-react'

/** The prefix of the lock that each tab with unfinished work holds; a random part follows. */
const PREFIX = 'plumbline unfinished '

export interface NewVersion {
  /** True while a newer version waits because this or another tab has unfinished work. */
  readonly waits: ReadonlySignal<boolean>
  /** Must be called when a newer version is available. `activate` lets it take over, which reloads all tabs. */
  arrived(activate: () => void): void
  /** Lets the newer version take over now, despite unfinished work. */
  takeOver(): void
}

/**
 * Lets a newer version of the app take over when no tab of this browser has unfinished work. Tabs indicate unfinished work
 * by a lock rather than by messages, because a suspended tab keeps its lock but cannot answer messages, and the lock of a
 * closed or crashed tab is released.
 */
export function createNewVersion(
  unfinished: ReadonlySignal<number>,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): NewVersion {
  const waits = signal(false)
  let activate: (() => void) | undefined
  let release: (() => void) | undefined

  effect(() => {
    const active = unfinished.value > 0
    if (active && !release) {
      const finished = new Promise<void>((done) => (release = done))
      void locks?.request(PREFIX + crypto.randomUUID(), () => finished)
    } else if (!active) {
      release?.()
      release = undefined
    }
  })

  async function whenAllFinished(manager: LockManager): Promise<void> {
    for (;;) {
      const { held = [] } = await manager.query()
      const name = held.map((lock) => lock.name).find((one) => one?.startsWith(PREFIX))
      if (!name && unfinished.peek() === 0) return
      waits.value = true
      // Granted when its tab has finished or closed. A lock that this tab has just requested is found in the next round.
      if (name) await manager.request(name, () => {})
    }
  }

  return {
    waits,
    arrived(next) {
      const first = !activate
      activate = next
      if (!first) return
      // Without the locks API it waits for the next start, or for the user.
      if (locks) void whenAllFinished(locks).then(() => activate?.())
      else waits.value = true
    },
    takeOver: () => activate?.(),
  }
}
