/** Repeatable random numbers: the seed is printed and can be set with the environment variable SEED. */
export function createRandom(name: string) {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`${name}: SEED=${seed}\n`)
  let state = seed
  /** A fraction in [0, 1) (mulberry32). */
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(fraction() * most)
  function pick<T>(from: readonly T[]): T {
    const picked = from[below(from.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from.')
    return picked
  }
  return { below, pick }
}
export type Random = ReturnType<typeof createRandom>
