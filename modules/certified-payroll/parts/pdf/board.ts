import { rgb, type PDFPage } from 'pdf-lib'
import { draw, HEIGHT, ink, linesOf, muted, WIDTH, widthOf, type Sheet } from '#lib/pdf/sheet.ts'
import type { CertifiedPayroll } from '../../entities.ts'
import type { FormData } from '../../form.ts'

/** The margin, and the lowest line above the foot, in points from the top. */
export const [LEFT, RIGHT, LOWEST] = [28, WIDTH - 28, 756]
type Head = 'number' | 'amendment' | 'final'
/** What the statement says beyond the form's data. */
type Stated =
  | 'fringes'
  | 'form_exceptions'
  | 'deductions'
  | 'signed_by'
  | 'signed_title'
  | 'signed_at'
  | 'signature_path'
export interface Printed {
  readonly data: FormData
  readonly form: Pick<CertifiedPayroll, Head | Stated>
  /** Says so across every page. */
  readonly isDraft: boolean
  readonly printed_by: string
  /** The moment it is printed. */
  readonly now: string
}

export interface Text {
  readonly size?: number
  readonly bold?: boolean
  readonly quiet?: boolean
  /** Where it ends, whatever it begins at. */
  readonly end?: number
}
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A page that is drawn on, and how far down; places are measured from the top. */
export interface Board {
  readonly sheet: Sheet
  page: PDFPage
  y: number
}

export const say = ({ sheet, page }: Board, text: string, x: number, y: number, how: Text = {}) => {
  const { size = 7, bold = false, quiet = false, ...end } = how
  return draw(sheet, page, text, { x, y: HEIGHT - y, ...end }, { size, bold }, quiet ? muted : ink)
}

export const line = ({ page }: Board, y: number, x = LEFT, end: number = RIGHT, thickness = 0.8) =>
  page.drawLine({ start: { x, y: HEIGHT - y }, end: { x: end, y: HEIGHT - y }, thickness, color: rgb(...ink) })

export function box({ page }: Board, [x, y, width, height]: Box, isHead = false) {
  const border = { borderColor: rgb(0.55, 0.6, 0.64), borderWidth: 0.7 }
  const fill = isHead && { color: rgb(0.93, 0.945, 0.95) }
  page.drawRectangle({ x, y: HEIGHT - y - height, width, height, ...border, ...fill })
}

export interface Cell extends Text {
  readonly align?: 'start' | 'middle' | 'end'
  readonly isHead?: boolean
}

/** A cell with its lines in the middle of its height, to the left, to the middle or to the right. */
export async function cell(board: Board, at: Box, text: string, how: Cell = {}) {
  const { align = 'start', isHead, size = 7, bold = false } = how
  const [x, y, width, height] = at
  box(board, at, isHead)
  const lines = text ? linesOf(board.sheet, text, { size, bold }, width - 5) : []
  const top = y + (height - lines.length * size * 1.2) / 2 + size * 0.95
  for (const [nth, one] of lines.entries()) {
    const free = width - widthOf(board.sheet, one, { size, bold })
    const indent = { start: 3.5, middle: free / 2, end: free - 3.5 }[align]
    await say(board, one, x + indent, top + nth * size * 1.2, { size, bold })
  }
}

/** Words of a paragraph in lines, those between asterisks bold. @returns the lines and how high they are */
export function richLines(sheet: Sheet, text: string, width: number, size: number) {
  const words = text.split('**').flatMap((part, at) => {
    const bold = at % 2 === 1
    const own = part.split(/(?<= )/).filter(Boolean)
    return own.map((word) => ({ word, bold, wide: widthOf(sheet, word, { size, bold }) }))
  })
  const lines: (typeof words)[] = [[]]
  let used = 0
  for (const one of words) {
    const isFull = used > 0 && used + one.wide > width + 2
    if (isFull) lines.push([])
    lines.at(-1)?.push(one)
    used = (isFull ? 0 : used) + one.wide
  }
  return { lines, height: lines.length * size * 1.42 }
}

/** A paragraph, on another page if it does not fit. @returns where it begins */
export async function rich(board: Board, text: string, { indent = 0, size = 7.6, gap = 5 } = {}): Promise<number> {
  const { lines, height } = richLines(board.sheet, text, RIGHT - LEFT - indent, size)
  room(board, Math.min(height, LOWEST - 80))
  const top = board.y
  for (const words of lines) {
    room(board, size * 1.42)
    board.y += size * 1.42
    let x = LEFT + indent
    for (const { word, bold, wide } of words) {
      await say(board, word, x, board.y - size * 0.35, { size, bold })
      x += wide
    }
  }
  board.y += gap
  return top
}

export function turn(board: Board) {
  board.page = board.sheet.file.addPage([WIDTH, HEIGHT])
  board.y = 58
}
export const room = (board: Board, height: number) => {
  if (board.y + height > LOWEST) turn(board)
}
