let last: Promise<unknown> = Promise.resolve()

const nextLoop =
  typeof setImmediate === 'function' ? () => new Promise<void>((done) => setImmediate(done)) : () => Promise.resolve()

/**
 * Resolves when the caller may handle its next chunk or job: one per iteration of the event loop, over all transfers and
 * jobs. However many there are, other requests then wait for one chunk or job at most.
 */
export const turn = (): Promise<unknown> => (last = last.then(nextLoop))
