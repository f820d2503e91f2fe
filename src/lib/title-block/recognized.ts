import { numberKey } from './values.ts'
import { readTitleBlock, type Boxes, type Reading } from './read.ts'
import type { ReadField } from './read-fields.ts'
import type { Found } from './found.ts'
import type { Box, PageSize, Run } from './lines.ts'

/** Where the words of a page's picture are looked for: at the right, and at the bottom, where title blocks are. */
export const blockParts: readonly Box[] = [
  { x: 0.7, y: 0, w: 0.3, h: 1 },
  { x: 0, y: 0.74, w: 0.7, h: 0.26 },
]
const MOST_LIKELY = 4

/** What is read of one field twice: of both what the first says, and sure if `maySure` and neither doubts nor differs. */
function both(first: Found, second: Found, maySure: boolean): Found {
  const [one, other] = first.value === null ? [second, first] : [first, second]
  const isSame = one.value !== null && numberKey(one.value) === numberKey(other.value ?? '')
  const likely = [one.value, other.value, ...one.likely, ...other.likely].flatMap((value) => value ?? [])
  return {
    value: one.value,
    box: one.box ?? other.box,
    sure: maySure && isSame && one.sure && other.sure,
    likely: [...new Set(likely)].slice(0, MOST_LIKELY),
  }
}

/**
 * What two readings may be sure of. Both miss the same row of a table and the same line of a title, and a figure of a date
 * that both take for another one is still a date.
 */
const maySure: Readonly<Record<ReadField, boolean>> = { number: true, title: false, revision: false, dated: false }

/** Reads a title block whose words were recognized in its picture, by both readings of them. */
export function readRecognized(
  [first, second]: readonly [readonly Run[], readonly Run[]],
  size: PageSize,
  boxes: Boxes = {},
): Reading {
  const [one, other] = [readTitleBlock(first, size, boxes), readTitleBlock(second, size, boxes)]
  const of = (field: ReadField) => both(one[field], other[field], maySure[field])
  return { number: of('number'), title: of('title'), revision: of('revision'), dated: of('dated') }
}

/** The same reading of words that nobody wrote: those that a scanner took its picture to say. */
export function doubted(reading: Reading): Reading {
  const of = (field: ReadField): Found => ({ ...reading[field], sure: false })
  return { number: of('number'), title: of('title'), revision: of('revision'), dated: of('dated') }
}
