import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib'
import { logoIn, type Letterhead } from '#lib/pdf/letterhead.ts'
import { drawnLine, isEncodable } from '#lib/pdf/pdf-text.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import type { WorkDays } from '../days-of.ts'
import type { Assignment } from '../entities.ts'
import { chipsOf } from './board/chips-of.ts'
import { columnsOf, isWeekend, type Line } from './layout.ts'

/** Tabloid on its side, in points; what fits it fits A3 too, scaled by the printer. */
const [WIDTH, HEIGHT, MARGIN] = [1224, 792, 28]
const [NAMES, HEAD] = [150, 26]
/** The height of a line: as high as there is room for, and never too small to be read. */
const [LEAST, MOST] = [9, 24]

export interface PrintedBoard {
  readonly title: string
  readonly letterhead: Letterhead
  readonly days: readonly Day[]
  readonly lines: readonly Line[]
  readonly company: WorkDays
  assignmentsOf(person: number): readonly Assignment[]
  nameOf(person: number): string
  jobOf(project: number | null): { readonly number: string; readonly name: string } | undefined
}

/** Two weeks of the board on one page, or on more if there are more people than can be read on one. */
export async function boardPdf(board: PrintedBoard): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const plain = await file.embedFont(StandardFonts.Helvetica)
  const strong = await file.embedFont(StandardFonts.HelveticaBold)
  file.setTitle(board.title)
  const logo = await logoIn(file, board.letterhead.logo)
  const room = HEIGHT - 2 * MARGIN - HEAD - 20
  const height = Math.min(MOST, Math.max(LEAST, room / Math.max(1, board.lines.length)))
  const perPage = Math.max(1, Math.floor(room / height))
  const size = Math.min(9, height * 0.62)
  for (let at = 0; at === 0 || at < board.lines.length; at += perPage)
    await drawPage(board.lines.slice(at, at + perPage))
  return file.save()

  async function drawPage(lines: readonly Line[]) {
    const page = file.addPage([WIDTH, HEIGHT])
    const { edges } = columnsOf(board.days, WIDTH - 2 * MARGIN - NAMES + 180)
    const scale = (WIDTH - 2 * MARGIN - NAMES) / (edges.at(-1) ?? 1)
    const x = (column: number) => MARGIN + NAMES + (edges[column] ?? 0) * scale
    const top = HEIGHT - MARGIN - 20
    await write(page, board.title, MARGIN, HEIGHT - MARGIN - 8, { size: 13, font: strong })
    if (logo) {
      const { width, height: tall } = logo.scaleToFit(160, 22)
      page.drawImage(logo, { x: WIDTH - MARGIN - width, y: HEIGHT - MARGIN - 14, width, height: tall })
    }
    for (const [column, day] of board.days.entries()) {
      const isOff = isWeekend(day) || board.company.off.has(day)
      const width = x(column + 1) - x(column)
      if (isOff)
        page.drawRectangle({ x: x(column), y: MARGIN, width, height: top - MARGIN, color: rgb(0.93, 0.93, 0.92) })
      const name = isWeekend(day) ? formatWeekday(day).slice(0, 1) : formatWeekday(day)
      await write(page, name, x(column) + 3, top - 14, { size: 8, font: strong, most: width - 4 })
      page.drawLine({
        start: { x: x(column), y: MARGIN },
        end: { x: x(column), y: top },
        thickness: 0.4,
        color: rgb(0.8, 0.8, 0.8),
      })
    }
    for (const [at, line] of lines.entries()) {
      const y = top - HEAD - (at + 1) * height
      page.drawLine({
        start: { x: MARGIN, y },
        end: { x: WIDTH - MARGIN, y },
        thickness: 0.4,
        color: rgb(0.8, 0.8, 0.8),
      })
      if (line.kind === 'group') {
        await write(page, `${line.label} ${line.count}`, MARGIN, y + height * 0.3, { size, font: strong })
        continue
      }
      await write(page, board.nameOf(line.id), MARGIN + 2, y + height * 0.3, { size, font: plain, most: NAMES - 8 })
      const [from, to] = [board.days[0] ?? '', board.days.at(-1) ?? '']
      for (const chip of chipsOf(board.assignmentsOf(line.id), board.company, from, to)) {
        if (chip.event.removed) continue
        const [left, right] = [x(board.days.indexOf(chip.from)) + 1, x(board.days.indexOf(chip.to) + 1) - 1]
        const part = chip.half === null ? height - 2 : height / 2 - 1
        const bottom = chip.half === 0 ? y + height / 2 : y + 1
        page.drawRectangle({
          x: left,
          y: bottom,
          width: right - left,
          height: part,
          color: rgb(1, 1, 1),
          borderColor: rgb(0.3, 0.35, 0.4),
          borderWidth: chip.half === null ? 0.6 : 1.4,
          ...(chip.event.draft && { borderDashArray: [3, 2] }),
        })
        const job = board.jobOf(chip.event.project_id)
        const label = [chip.event.lead ? '*' : '', job?.number ?? '', job?.name ?? ''].filter(Boolean).join(' ')
        await write(page, label, left + 3, bottom + part * 0.28, {
          size: chip.half === null ? size : size * 0.7,
          font: plain,
          most: right - left - 5,
        })
      }
    }
    await write(page, '* leads the crew · dashed: not published yet', MARGIN, 14, { size: 8, font: plain })
  }

  async function write(
    page: PDFPage,
    text: string,
    x: number,
    y: number,
    { size: points, font, most }: { size: number; font: PDFFont; most?: number },
  ) {
    if (!text) return
    if (isEncodable(font, text)) {
      let shown = text
      while (most !== undefined && shown.length > 1 && font.widthOfTextAtSize(shown, points) > most)
        shown = shown.slice(0, -1)
      page.drawText(shown, { x, y, size: points, font, color: rgb(0.08, 0.11, 0.13) })
      return
    }
    const { png, width, height: tall, below } = await drawnLine(text, { size: points, bold: false }, 'rgb(20 28 33)')
    const shrink = most !== undefined && width > most ? most / width : 1
    page.drawImage(await file.embedPng(png), { x, y: y - below * shrink, width: width * shrink, height: tall * shrink })
  }
}
