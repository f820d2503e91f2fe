import { batch } from '@preact/signals-react'

/**
 * The longest wait in milliseconds: hidden pages draw no frames, but their records must be up to date when shown again.
 */
const HIDDEN = 100

/** Collects work and runs it in one batch before the next frame, so that a burst of events causes a single render. */
export function createFrames(): { add(work: () => void): void; dispose(): void } {
  let waiting: (() => void)[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = timer = undefined
  }
  const run = () => {
    cancel()
    const work = waiting
    waiting = []
    batch(() => {
      for (const each of work) each()
    })
  }
  return {
    add(work) {
      waiting.push(work)
      if (timer !== undefined) return
      if (globalThis.document?.visibilityState === 'visible') frame = requestAnimationFrame(run)
      timer = setTimeout(run, HIDDEN)
    },
    dispose() {
      cancel()
      waiting = []
    },
  }
}
