import type { Customer } from '#modules/customers/entities.ts'

/** Pseudo-random numbers in [0, 1) that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * The n-th of the changes that others make: a quarter of them to rows on screen, a tenth of them renames.
 * @param shown the ids on screen, @param all every id
 */
export function createChanges(shown: readonly number[], all: readonly number[]) {
  const random = createRandom(7)
  const pick = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)] ?? 0
  const began = Date.now()
  return (n: number, peek: (id: number) => Customer | undefined): Customer => {
    const held = peek(pick(n % 4 === 0 ? shown : all))
    if (!held) throw new Error('The change is to a customer that is not there.')
    const changed =
      n % 10 === 0
        ? { name: `${held.name.split(' ').reverse().join(' ')} ${n}` }
        : { phone_number: `50955${String(10_000 + n)}` }
    return { ...held, ...changed, updated_at: new Date(began + n).toISOString() }
  }
}

/** Runs each step in its own task, like arriving events, and then waits until the changes are painted. */
export async function runTasks(count: number, step: (n: number) => void): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise<void>((done, fail) => {
    let n = 0
    port1.addEventListener('message', () => {
      try {
        step(n++)
      } catch (error) {
        return fail(error)
      }
      if (n === count) done()
      else port2.postMessage(null)
    })
    port1.start()
    port2.postMessage(null)
  })
  await drawn()
}

/** Resolves after the next frame has been painted. */
export const drawn = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
