/** The longest wait for a moment without other work, in milliseconds. */
const LONGEST = 1000

/** Resolves when the page has nothing else to do, such as showing what has just arrived. */
export const idle = (): Promise<void> =>
  new Promise((done) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: LONGEST })
    else setTimeout(done, LONGEST / 5)
  })
