import { labelIn, type Label } from './labels.ts'
import {
  bottom,
  center,
  inBlock,
  inRow,
  linesOf,
  middle,
  right,
  sameHeight,
  turnOfPage,
  type Line,
  type PageSize,
  type Run,
} from './lines.ts'
import { dateIn, isForeign, numberIn, orderIn, type DayOrder } from './values.ts'

export interface LabelLine extends Label {
  readonly line: Line
  /** How many letters of the line the label has, and so where what follows it begins. */
  readonly restAt: number
}

/** Lines one below the other that belong together. */
export type Paragraph = readonly [Line, ...Line[]]

/** What a page says in its title block, told apart. */
export interface SheetText {
  readonly all: readonly Line[]
  /** The lines of the title block. */
  readonly lines: readonly Line[]
  readonly labels: readonly LabelLine[]
  readonly paragraphs: readonly Paragraph[]
  readonly turn: number
  readonly order: DayOrder
}

export const textOf = (paragraph: readonly Line[]): string => paragraph.map(({ text }) => text).join(' ')

/** Below another line as the next line of the same text is: at the same left, middle or right, and no taller. */
function follows(line: Line, above: Line): boolean {
  const gap = line.y - bottom(above)
  const isAligned =
    Math.abs(line.x - above.x) < 0.6 * line.h ||
    Math.abs(center(line) - center(above)) < 0.6 * line.h ||
    Math.abs(right(line) - right(above)) < 0.4 * line.h
  return (
    line.turn === above.turn && sameHeight(line, above, 1.3) && gap > -0.5 * line.h && gap < 1.15 * line.h && isAligned
  )
}

function paragraphsOf(lines: readonly Line[]): Paragraph[] {
  const paragraphs: [Line, ...Line[]][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const found = paragraphs.find((one) => follows(line, one.at(-1) ?? one[0]))
    if (found) found.push(line)
    else paragraphs.push([line])
  }
  return paragraphs
}

/** Tells the texts of a title block apart. */
export function sheetText(runs: readonly Run[], size: PageSize): SheetText {
  const all = linesOf(runs, size)
  const turn = turnOfPage(all)
  const lines = all.filter(({ box }) => inBlock(box, turn))
  const labels = lines.flatMap((line): LabelLine[] => {
    const found = labelIn(line.text)
    return found ? [{ ...found, line, restAt: line.text.length - found.rest.length }] : []
  })
  const texts = lines.map(({ text }) => text)
  const order = orderIn(texts, texts.some(isForeign))
  const named = new Set(labels.map(({ line }) => line))
  const words = lines.filter((line) => !named.has(line) && !numberIn(line.text) && !isDate(line.text, order))
  return { all, lines, labels, paragraphs: paragraphsOf(words), turn, order }
}

const isDate = (text: string, order: DayOrder) => (dateIn(text, order)?.length ?? 0) > text.length * 0.6

/** The edges between which what belongs to a label is: up to the labels beside it. */
function columnOf({ line }: LabelLine, { labels }: SheetText): readonly [from: number, to: number] {
  const beside = labels.filter((one) => one.line !== line && one.line.turn === line.turn && inRow(one.line, line))
  const to = Math.min(Number.POSITIVE_INFINITY, ...beside.map((one) => one.line.x).filter((x) => x > line.x))
  const from = Math.max(
    Number.NEGATIVE_INFINITY,
    ...beside.filter((one) => one.line.x < line.x).map((one) => right(one.line)),
  )
  return [from, to]
}

export interface Belonging<T> {
  readonly found: T
  readonly where: 'rest' | 'right' | 'below' | 'above'
  /** How many heights of the label are between them. */
  readonly gap: number
}

interface Sought<T> {
  readonly items: readonly T[]
  readonly first: (item: T) => Line
  readonly last?: (item: T) => Line
}

/** What belongs to a label: right of it, below it or above it, the nearest first, and with no other label in between. */
export function belongingTo<T>(
  label: LabelLine,
  { items, first, last = first }: Sought<T>,
  text: SheetText,
): Belonging<T>[] {
  const { line } = label
  const [from, to] = columnOf(label, text)
  const inColumn = (one: Line) => {
    const starts = one.x > line.x - 1.5 * line.h && one.x < Math.min(to, line.x + 40 * line.h)
    const isCentered = Math.abs(center(one) - center(line)) < 1.5 * line.h
    const isWithin = one.x <= line.x && right(one) >= right(line)
    return (starts || isCentered || isWithin) && one.x > from - 0.5 * line.h && right(one) < to + 4 * line.h
  }
  const others = text.labels.filter((one) => one.line !== line && one.line.turn === line.turn)
  /** Another label lies between, and what comes after it is its own. */
  const isCut = (top: number, foot: number, at: Line) =>
    others.some(
      ({ line: other }) =>
        middle(other) > top &&
        middle(other) < foot &&
        other.x < right(at) &&
        other.x + other.w > Math.min(at.x, line.x) - line.h,
    )
  const found = items.flatMap((item): Belonging<T>[] => {
    const [one, end] = [first(item), last(item)]
    if (one === line || one.turn !== line.turn) return []
    const rows = one.y < bottom(line) && bottom(end) > line.y
    if (rows && one.x >= right(line) - 0.3 * line.h) {
      const gap = (one.x - right(line)) / line.h
      return gap < 14 && one.x < to ? [{ found: item, where: 'right', gap }] : []
    }
    if (!inColumn(one)) return []
    const tall = Math.max(line.h, Math.min(one.h, 4 * line.h))
    if (one.y > middle(line)) {
      const gap = (one.y - bottom(line)) / line.h
      const isFar = one.y - bottom(line) > 3.2 * tall
      return isFar || isCut(bottom(line), one.y, one) ? [] : [{ found: item, where: 'below', gap }]
    }
    if (bottom(end) < middle(line) && line.y - bottom(end) < 1.5 * tall && !isCut(bottom(end), line.y, one))
      return [{ found: item, where: 'above', gap: (line.y - bottom(end)) / line.h }]
    return []
  })
  const rank = ({ where, gap }: Belonging<T>) => (where === 'above' ? 100 : where === 'below' ? 0 : 0.8) + gap
  return found.toSorted((a, b) => rank(a) - rank(b))
}
