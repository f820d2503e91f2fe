import { NOTHING, type Found } from './found.ts'
import { inBlock, linesOf, turnOfPage, type Box, type Line, type PageSize, type Run } from './lines.ts'
import { numberOf } from './numbers.ts'
import type { ReadField } from './read-fields.ts'
import { revisionOf } from './revisions.ts'
import { sheetText, textOf } from './sheet-text.ts'
import { titleOf } from './titles.ts'
import { anyNumberIn, dateIn, numberIn, orderIn, isForeign, revisionIn, sentenceOf } from './values.ts'

/** Where somebody showed that these stand. */
export type Boxes = Readonly<Partial<Record<ReadField, Box | undefined>>>
export type Reading = Readonly<Record<ReadField, Found>>

const MOST_LINES = 300

/** The texts in which a title block may be, to be read again with other boxes. */
export function blockRuns(runs: readonly Run[], size: PageSize): Run[] {
  const lines = linesOf(runs, size)
  const turn = turnOfPage(lines)
  const block = lines.filter(({ box }) => inBlock(box, turn))
  const toEdge = ({ x, y, w, h }: Box) => Math.min(1 - x - w, 1 - y - h)
  const nearest = block.length > MOST_LINES ? block.toSorted((a, b) => toEdge(a.box) - toEdge(b.box)) : block
  return nearest.slice(0, MOST_LINES).map((line) => ({ text: line.text, turn: line.turn, ...line.box }))
}

const isInside = ({ x, y, w, h }: Box, box: Box) => {
  const [u, v] = [x + w / 2, y + h / 2]
  return u >= box.x && u <= box.x + box.w && v >= box.y && v <= box.y + box.h
}

/** What stands in a box that somebody drew. */
function readIn(field: ReadField, box: Box, lines: readonly Line[]): Found {
  const inside = lines.filter((line) => isInside(line.box, box)).toSorted((a, b) => a.y - b.y || a.x - b.x)
  const words = textOf(inside).trim()
  const texts = lines.map(({ text }) => text)
  const date = field === 'dated' ? dateIn(words, orderIn(texts, texts.some(isForeign))) : null
  const read: Readonly<Record<ReadField, () => string | null>> = {
    number: () => numberIn(words) ?? anyNumberIn(words),
    title: () => (words ? sentenceOf(words) : null),
    revision: () => revisionIn(words.replace(/^rev(?:ision)?\.?\s*[:#]?\s*/i, '')),
    dated: () => date?.iso ?? null,
  }
  const value = read[field]() ?? (field === 'dated' || field === 'revision' ? null : words.slice(0, 40) || null)
  const sure =
    value !== null && (field === 'dated' ? (date?.sure ?? false) : field !== 'number' || numberIn(words) !== null)
  return { value, sure, box, likely: value === null ? [] : [value] }
}

/** Reads a title block: at the boxes that somebody drew, and else where labels, tables and heights of letters tell. */
export function readTitleBlock(runs: readonly Run[], size: PageSize, boxes: Boxes = {}): Reading {
  const text = sheetText(runs, size)
  const shown = (field: ReadField): Found | null => {
    const box = boxes[field]
    return box ? readIn(field, box, text.all) : null
  }
  const number = shown('number') ?? numberOf(text)
  const { revision, dated } = revisionOf(text)
  return {
    number,
    title: shown('title') ?? titleOf(text, number.box),
    revision: shown('revision') ?? revision,
    dated: shown('dated') ?? dated,
  }
}

/** A sheet's number in the name of its file or of a bookmark: `E2.1 Power plan.pdf`. */
export function readName(name: string): Pick<Reading, 'number' | 'title'> {
  const [, number, title] =
    /^(\d{0,2}[A-Z]{1,3}-?\d{1,3}(?:[.-]\d{1,3})?[A-Z]?)(?:[ _-]+(.*?))?(?:\.pdf)?$/i.exec(name) ?? []
  const found = (value: string | null): Found => ({ ...NOTHING, value, likely: value === null ? [] : [value] })
  return { number: found(number?.toUpperCase() ?? null), title: found(title?.replaceAll('_', ' ') || null) }
}
