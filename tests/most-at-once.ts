/**
 * Counts how often something is done while others get no turn, which they do whenever the event loop comes around.
 * @example const { did, mostAtOnce } = turnCounter(); …; expect(await mostAtOnce(task)).toBeLessThanOrEqual(100)
 */
export function turnCounter(): {
  did: (times?: number) => void
  mostAtOnce: (task: () => Promise<unknown>) => Promise<number>
} {
  let done = 0
  return {
    did: (times = 1) => void (done += times),
    async mostAtOnce(task) {
      let [most, going] = [0, true]
      done = 0
      const look = () => {
        most = Math.max(most, done)
        done = 0
        if (going) setImmediate(look)
      }
      setImmediate(look)
      await task()
      going = false
      return Math.max(most, done)
    },
  }
}
