import { rgb, type PDFPage } from 'pdf-lib'
import { draw, HEIGHT, ink, linesOf, muted, WIDTH, widthOf, type Sheet } from '#lib/pdf/sheet.ts'
import type { CertifiedPayroll } from '../../entities.ts'
import type { FormData } from '../../form.ts'

/** The margin, and the lowest line above the foot, in points from the top. */
export const [LEFT, RIGHT, LOWEST] = [28, WIDTH - 28, 756]
export interface Printed {
  readonly data: FormData
  readonly form: Pick<
    CertifiedPayroll,
    | 'number'
    | 'amendment'
    | 'final'
    | 'fringes'
    | 'form_exceptions'
    | 'deductions'
    | 'signed_by'
    | 'signed_title'
    | 'signature_path'
    | 'signed_at'
  >
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
}
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A page that is drawn on, and how far down; places are measured from the top. */
export interface Board {
  readonly sheet: Sheet
  page: PDFPage
  y: number
}

export const say = (
  { sheet, page }: Board,
  text: string,
  x: number,
  y: number,
  { size = 7, bold = false, quiet = false }: Text = {},
  end?: number,
) =>
  draw(sheet, page, text, { x, y: HEIGHT - y, ...(end !== undefined && { end }) }, { size, bold }, quiet ? muted : ink)

export const line = ({ page }: Board, y: number, x = LEFT, end: number = RIGHT, thickness = 0.8) =>
  page.drawLine({ start: { x, y: HEIGHT - y }, end: { x: end, y: HEIGHT - y }, thickness, color: rgb(...ink) })

export function box({ page }: Board, [x, y, width, height]: Box, isHead = false) {
  page.drawRectangle({
    x,
    y: HEIGHT - y - height,
    width,
    height,
    borderColor: rgb(0.55, 0.6, 0.64),
    borderWidth: 0.7,
    ...(isHead && { color: rgb(0.93, 0.945, 0.95) }),
  })
}

/** A cell with its lines in the middle of its height, to the left, to the middle or to the right. */
export async function cell(
  board: Board,
  at: Box,
  text: string,
  { align = 'start', isHead = false, ...how }: Text & { align?: 'start' | 'middle' | 'end'; isHead?: boolean } = {},
) {
  const [x, y, width, height] = at
  const setting = { size: how.size ?? 7, bold: how.bold ?? false }
  box(board, at, isHead)
  const lines = text ? linesOf(board.sheet, text, setting, width - 5) : []
  const step = setting.size * 1.2
  let top = y + (height - lines.length * step) / 2 + setting.size * 0.95
  for (const one of lines) {
    const room = width - widthOf(board.sheet, one, setting)
    const indent = align === 'start' ? 3.5 : align === 'end' ? room - 3.5 : room / 2
    await say(board, one, x + indent, top, how)
    top += step
  }
}

/** Words of a paragraph in lines, those between asterisks bold. @returns the lines and how high they are */
export function richLines(sheet: Sheet, text: string, width: number, size: number) {
  const words = text.split('**').flatMap((part, at) =>
    part
      .split(/(?<= )/)
      .filter(Boolean)
      .map((word) => ({ word, bold: at % 2 === 1, wide: widthOf(sheet, word, { size, bold: at % 2 === 1 }) })),
  )
  const lines: (typeof words)[] = [[]]
  let used = 0
  for (const one of words) {
    if (used + one.wide > width + 2 && used > 0) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(one)
    used += one.wide
  }
  return { lines, height: lines.length * size * 1.42 }
}

/** A paragraph, on another page if it does not fit. */
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
