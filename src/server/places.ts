/**
 * Lets so many tasks run at once. The others wait in the order in which they came, or, where they are somebody's, for their
 * person's turn: however many tasks somebody has waiting, one of each other person comes between two of them.
 */
export function createPlaces(most: number): <T>(task: () => Promise<T>, person?: number) => Promise<T> {
  let free = most
  /** By person, whose turn is next first. */
  const waiting = new Map<number, (() => void)[]>()
  function pass() {
    const [first] = waiting
    if (!first) return void free++
    const [person, own] = first
    waiting.delete(person)
    const next = own.shift()
    if (own.length) waiting.set(person, own)
    next?.()
  }
  return async (task, person = 0) => {
    if (free > 0) free--
    else
      await new Promise<void>((done) => {
        const own = waiting.get(person)
        if (own) own.push(done)
        else waiting.set(person, [done])
      })
    try {
      return await task()
    } finally {
      pass()
    }
  }
}
