/**
 * Runs a check at most once in `ms` milliseconds as long as it succeeds: in between, what it found holds. One that fails
 * is run again at once, so that its recovery is seen; those who ask while it runs share it.
 */
export function atMostEvery(ms: number, check: () => Promise<void>): () => Promise<void> {
  let until = -Infinity
  let running: Promise<void> | undefined
  return async () => {
    if (performance.now() < until) return
    running ??= check().then(
      () => {
        until = performance.now() + ms
        running = undefined
      },
      (error: unknown) => {
        running = undefined
        throw error
      },
    )
    await running
  }
}
