/** Lets so many tasks run at once; the others wait for their turn in the order in which they came. */
export function createPlaces(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = most
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((done) => waiting.push(done))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
