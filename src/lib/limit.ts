/** The same function, of which at most so many calls run at a time; the others wait their turn, first come first served. */
export function limit<A extends unknown[], T>(
  work: (...args: A) => Promise<T>,
  most: number,
): (...args: A) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (...args) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work(...args)
    } finally {
      // Whoever comes next takes over this one's place.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
