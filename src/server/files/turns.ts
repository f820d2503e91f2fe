import { resume } from '../http/own-time.ts'

let last: Promise<unknown> = Promise.resolve()

const nextLoop =
  typeof setImmediate === 'function' ? () => new Promise<void>((done) => setImmediate(done)) : () => Promise.resolve()

/**
 * Resolves when the caller may handle its next chunk or job: one per iteration of the event loop, over all transfers and
 * jobs. However many there are, other requests then wait for one chunk or job at most.
 */
export const turn = (): Promise<unknown> => (last = last.then(nextLoop))

/** So many records of one request are worked on before others get a turn. */
export const RECORDS_A_TURN = 100
/** Where records take long, others get a turn after so many milliseconds. Each turn makes a transaction longer that others wait for. */
const MS_A_TURN = 8

/** The same within a request, whose work goes on then. */
export async function ownTurn(): Promise<void> {
  await turn()
  resume()
}

/** As many records at a time as are worked on in one turn. */
export async function* inSlices<T>(all: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += RECORDS_A_TURN) {
    if (from) await ownTurn()
    yield all.slice(from, from + RECORDS_A_TURN)
  }
}

/** The records of one request, with turns of others between. */
export async function* inPieces<T>(records: readonly T[]): AsyncGenerator<T> {
  let [since, worked] = [performance.now(), 0]
  for (const record of records) {
    if (worked === RECORDS_A_TURN || performance.now() - since > MS_A_TURN) {
      await ownTurn()
      ;[since, worked] = [performance.now(), 0]
    }
    worked++
    yield record
  }
}
