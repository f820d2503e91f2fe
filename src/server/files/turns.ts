let last: Promise<unknown> = Promise.resolve()

const nextLoop =
  typeof setImmediate === 'function' ? () => new Promise<void>((done) => setImmediate(done)) : () => Promise.resolve()

/**
 * Resolves when it is the caller's turn to handle a chunk of a file: one for each round of the event loop, whoever it
 * belongs to. However many files come and go, other requests then wait for one chunk at most.
 */
export const turn = (): Promise<unknown> => (last = last.then(nextLoop))
