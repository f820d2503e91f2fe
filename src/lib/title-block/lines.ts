/** A rectangle in parts of the page as displayed: left, top, width and height. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** A piece of a page's text and its place; `turn` counts the quarter turns clockwise that it is written at. */
export interface Run extends Box {
  readonly text: string
  readonly turn?: number | undefined
}

export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A line of text, in points of the page turned so that the line is upright. */
export interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly turn: number
  /** Its place on the page as displayed, in parts of it. */
  readonly box: Box
}

export const right = ({ x, w }: Line): number => x + w
export const bottom = ({ y, h }: Line): number => y + h
export const middle = ({ y, h }: Line): number => y + h / 2
export const center = ({ x, w }: Line): number => x + w / 2

/** How much of the lower one of two lines is beside the other one. */
const beside = (a: Line, b: Line) => (Math.min(bottom(a), bottom(b)) - Math.max(a.y, b.y)) / Math.min(a.h, b.h)
export const inRow = (a: Line, b: Line): boolean => beside(a, b) > 0.4
export const sameHeight = (a: Line, b: Line, most = 1.35): boolean => Math.max(a.h, b.h) <= most * Math.min(a.h, b.h)

/** Text that is higher than wide is turned; versions that did not note by how much left drawings, which turn it upward. */
const turnOf = ({ text, w, h, turn }: Run, size: PageSize) =>
  turn ?? (text.length > 2 && h * size.height > 1.5 * w * size.width ? 3 : 0)

function upright(run: Run, size: PageSize): Line {
  const { width, height } = size
  const turn = turnOf(run, size)
  const [x, y, w, h] = [run.x * width, run.y * height, run.w * width, run.h * height]
  const place = [
    { x, y, w, h },
    { x: y, y: width - x - w, w: h, h: w },
    { x: width - x - w, y: height - y - h, w, h },
    { x: height - y - h, y: x, w: h, h: w },
  ][turn % 4] ?? { x, y, w, h }
  const box = onPage(run)
  return { text: run.text.replace(/\s+/g, ' ').trim(), turn, box, ...place }
}

const part = (value: number) => Math.min(1, Math.max(0, value))
/** What of a box is on the page as displayed. */
function onPage({ x, y, w, h }: Box): Box {
  const [left, top] = [part(x), part(y)]
  return { x: left, y: top, w: part(x + w) - left, h: part(y + h) - top }
}

export function around(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null
  const x = Math.min(...boxes.map((one) => one.x))
  const y = Math.min(...boxes.map((one) => one.y))
  const [w, h] = [
    Math.max(...boxes.map((one) => one.x + one.w)) - x,
    Math.max(...boxes.map((one) => one.y + one.h)) - y,
  ]
  return { x, y, w, h }
}

/** Dots and dashes are lower than the letters beside them. */
const isLow = ({ text }: Line) => /^[-–.,:;'"°]$/.test(text)

/** The room between two pieces; a 1 is narrower than the room that it is given. */
const gapBetween = (a: Line, b: Line) =>
  b.x - right(a) - Math.max(a.h, b.h) * (Number(a.text.endsWith('1')) * 0.22 + Number(b.text.startsWith('1')) * 0.12)

/** A word, or a letter alone, that goes on where `line` ends. */
function goesOn(line: Line, next: Line): boolean {
  const isMark = isLow(next) || isLow(line)
  if (next.turn !== line.turn || beside(line, next) < (isMark ? 0.2 : 0.5)) return false
  if (!isMark && !sameHeight(line, next, 1.6)) return false
  const gap = gapBetween(line, next)
  return gap > -0.6 * line.h && gap < 0.65 * Math.max(line.h, next.h)
}

/** Drawn twice a little apart, which some programs do to make it bold. */
const isTwice = (a: Line, b: Line) =>
  a.text === b.text && a.turn === b.turn && Math.hypot(a.x - b.x, a.y - b.y) < 0.2 * a.h

function joined(a: Line, b: Line): Line {
  const tall = Math.max(a.h, b.h)
  const space = gapBetween(a, b) > 0.3 * tall ? ' ' : ''
  const y = Math.min(a.y, b.y)
  return {
    text: `${a.text}${space}${b.text}`,
    turn: a.turn,
    x: a.x,
    y,
    w: Math.max(right(a), right(b)) - a.x,
    h: Math.max(bottom(a), bottom(b)) - y,
    box: around([a.box, b.box]) ?? a.box,
  }
}

/** The lines of a page: programs write words and even letters as pieces of their own. */
export function linesOf(runs: readonly Run[], size: PageSize): Line[] {
  const pieces = runs.map((run) => upright(run, size)).filter(({ text, box }) => text !== '' && box.w > 0 && box.h > 0)
  const inOrder = pieces.toSorted((a, b) => a.turn - b.turn || a.x - b.x || a.y - b.y)
  const lines: Line[] = []
  for (const piece of inOrder) {
    if (lines.some((line) => isTwice(line, piece))) continue
    const at = lines.findLastIndex((line) => goesOn(line, piece))
    const line = lines[at]
    if (line) lines[at] = joined(line, piece)
    else lines.push(piece)
  }
  return lines
}

/** How a page is turned: as most of its text is. */
export function turnOfPage(lines: readonly Line[]): number {
  const letters = [0, 0, 0, 0]
  for (const { turn, text } of lines) letters[turn % 4] = (letters[turn % 4] ?? 0) + text.length
  return letters.indexOf(Math.max(...letters))
}

/** A place in parts of the page, as it is once the page is turned upright. */
function turned({ x, y, w, h }: Box, turn: number): Box {
  if (turn === 1) return { x: y, y: 1 - x - w, w: h, h: w }
  if (turn === 2) return { x: 1 - x - w, y: 1 - y - h, w, h }
  return turn === 3 ? { x: 1 - y - h, y: x, w: h, h: w } : { x, y, w, h }
}

/** Title blocks are at the right or at the bottom, of the page as displayed or as it is read. */
const [RIGHT, BOTTOM] = [0.7, 0.74]
export function inBlock(box: Box, turn: number): boolean {
  return [box, turned(box, turn)].some((at) => at.x + at.w / 2 > RIGHT || at.y + at.h / 2 > BOTTOM)
}

/** How far a place is from the lower right corner, in parts of the page. */
export const fromCorner = (box: Box, turn: number): number =>
  Math.min(...[box, turned(box, turn)].map((at) => Math.hypot(1 - at.x - at.w, 1 - at.y - at.h)))
