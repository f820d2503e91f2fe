import { PATIENCE } from './hang.ts'

/** Milliseconds between two tries. */
const PAUSE = 10

/** Retries until `ask` succeeds; fails with the last error when it never does. In Node and in browsers. */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((done) => setTimeout(done, PAUSE))
    }
  }
}
