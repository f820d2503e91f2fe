import type { Id } from '#core/access/access.ts'
import { entryKey, recall, rememberAt } from '#ui/back/entry.ts'

/** How a list was left: what was searched for, and the rows it showed. */
export interface Left {
  readonly search: string
  readonly ids: readonly Id[]
  readonly total: number | undefined
  /** When the server had last answered, in milliseconds. */
  readonly asOf: number | null
}

/** Tells what `keep` has stored from anything else. */
class LeftList {
  readonly left: Left
  constructor(left: Left) {
    this.left = left
  }
}

/** Remembers how a list was left for when the person comes back to the same entry of the history. */
export interface Place {
  recall(): Left | null
  keep(left: Left): void
}

/** The place of a list on the current page; `key` tells lists of one page apart. */
export function placeOf(key: string): Place {
  const entry = entryKey()
  return {
    recall() {
      const left = recall(entry, key)
      return left instanceof LeftList ? left.left : null
    },
    keep: (left) => rememberAt(entry, key, new LeftList(left)),
  }
}
