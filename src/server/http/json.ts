import { ownTurn } from '../files/turns.ts'

/** JSON that is made in pieces, each when it is asked for. */
export type Pieces = AsyncIterable<string>

export const isPieces = (value: unknown): value is Pieces =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** An object, whose values may be made in pieces or when their turn comes; undefined ones are left out. */
export async function* objectInPieces(fields: Readonly<Record<string, unknown>>): AsyncGenerator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (isPieces(value)) yield* value
    else yield JSON.stringify(typeof value === 'function' ? value() : value)
  }
  yield before === '{' ? '{}' : '}'
}

/** A list of what is made in pieces, with turns of others between. */
export async function* listOfPieces(elements: Iterable<Pieces>): AsyncGenerator<string> {
  let before = '['
  for (const element of elements) {
    if (before === ',') await ownTurn()
    yield before
    before = ','
    yield* element
  }
  yield before === '[' ? '[]' : ']'
}

/** A list that comes in slices, a piece each. */
export async function* listInPieces(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const slice of slices)
    if (slice.length) {
      yield before + JSON.stringify(slice).slice(1, -1)
      before = ','
    }
  yield before === '[' ? '[]' : ']'
}
