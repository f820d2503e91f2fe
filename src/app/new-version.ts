import { effect, signal, type ReadonlySignal } from '@preact/signals-react'

/** One lock of each tab that holds something unfinished begins with this name; a random part follows. */
const PREFIX = 'plumbline unfinished '

export interface NewVersion {
  /** True while a newer version waits for someone to finish something, in this tab or in another. */
  readonly waits: ReadonlySignal<boolean>
  /** To be called when a newer version is there: `activate` lets it take over, which reloads every tab. */
  arrived(activate: () => void): void
  /** Lets it take over now, whatever is unfinished. */
  takeOver(): void
}

/**
 * Lets a newer version of the app take over at a moment when no tab of this browser has anything unfinished. Each tab
 * says so by a lock rather than by answering messages: a tab that the system has put to sleep keeps its lock and could
 * not answer, and one that is closed or dies gives it back.
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
      // Granted once its tab has finished, or is gone. A lock of this tab that was only just asked for is found next time.
      if (name) await manager.request(name, () => {})
    }
  }

  return {
    waits,
    arrived(next) {
      const first = !activate
      activate = next
      if (!first) return
      // Without locks it waits for the next start, or for being asked for.
      if (locks) void whenAllFinished(locks).then(() => activate?.())
      else waits.value = true
    },
    takeOver: () => activate?.(),
  }
}
