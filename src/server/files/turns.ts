let last: Promise<unknown> = Promise.resolve()

const nextLoop =
  typeof setImmediate === 'function' ? () => new Promise<void>((done) => setImmediate(done)) : () => Promise.resolve()

/**
 * Resolves when the caller may handle its next chunk: one chunk per iteration of the event loop, over all transfers.
 * However many files are transferred, other requests then wait for one chunk at most.
 */
export const turn = (): Promise<unknown> => (last = last.then(nextLoop))
