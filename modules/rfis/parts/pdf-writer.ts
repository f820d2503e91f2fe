import { PDFDocument, StandardFonts, rgb, type PDFPage } from 'pdf-lib'
import { drawnLine, drawnWidth, isEncodable, wrapped, type Setting } from './pdf-text.ts'

/** US Letter and its margin, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]
const COLUMN = WIDTH - 2 * MARGIN
const tones = { ink: [0x14, 0x1b, 0x22], muted: [0x5a, 0x66, 0x72] } as const
/** The largest photo, in points: two stand side by side. */
const [PHOTO_WIDTH, PHOTO_HEIGHT, GAP] = [(COLUMN - 12) / 2, 220, 12]

export interface WriteOptions {
  size?: number
  bold?: boolean
  tone?: keyof typeof tones
  /** The space below, in points. */
  gap?: number
}

export interface PdfWriter {
  write(text: string, options?: WriteOptions): Promise<void>
  /** Places photos, JPEGs, two side by side. */
  photos(photos: readonly Uint8Array[]): Promise<void>
  space(points: number): void
  /** Numbers the pages, with `text` at the left of each foot, and returns the file. */
  finish(text: string): Promise<Uint8Array>
}

/** Writes a document from top to bottom, page after page. Text in any script is possible. */
export async function createPdf(title: string): Promise<PdfWriter> {
  const file = await PDFDocument.create()
  file.setTitle(title)
  const [plain, strong] = await Promise.all([
    file.embedFont(StandardFonts.Helvetica),
    file.embedFont(StandardFonts.HelveticaBold),
  ])
  let page: PDFPage = file.addPage([WIDTH, HEIGHT])
  let y = HEIGHT - MARGIN
  const makeRoom = (points: number) => {
    if (y - points >= MARGIN) return
    page = file.addPage([WIDTH, HEIGHT])
    y = HEIGHT - MARGIN
  }
  const normal = (text: string) => text.normalize('NFC').replaceAll('\t', ' ')

  /** Draws a line, right-aligned if `end` is given; text that the standard fonts lack is drawn by the browser. */
  async function draw(
    on: PDFPage,
    text: string,
    at: { y: number; end?: number },
    setting: Setting,
    tone: keyof typeof tones,
  ) {
    const font = setting.bold ? strong : plain
    const [red, green, blue] = tones[tone]
    if (isEncodable(font, text)) {
      const x = at.end === undefined ? MARGIN : at.end - font.widthOfTextAtSize(text, setting.size)
      return on.drawText(text, { x, y: at.y, size: setting.size, font, color: rgb(red / 255, green / 255, blue / 255) })
    }
    const { png, width, height, below, isLeftward } = await drawnLine(text, setting, `rgb(${red} ${green} ${blue})`)
    const end = at.end ?? (isLeftward ? WIDTH - MARGIN : undefined)
    const x = end === undefined ? MARGIN : end - width
    on.drawImage(await file.embedPng(png), { x, y: at.y - below, width, height })
  }

  return {
    async write(text, { size = 11, bold = false, tone = 'ink', gap = 4 } = {}) {
      const font = bold ? strong : plain
      const widthOf = (part: string) =>
        isEncodable(font, part) ? font.widthOfTextAtSize(part, size) : drawnWidth(part, { size, bold })
      for (const line of wrapped(normal(text), COLUMN, widthOf)) {
        makeRoom(size)
        y -= size
        await draw(page, line, { y }, { size, bold }, tone)
        y -= size * 0.35
      }
      y -= gap
    },
    async photos(photos) {
      for (let at = 0; at < photos.length; at += 2) {
        const pair = await Promise.all(
          photos.slice(at, at + 2).map(async (jpeg) => {
            const image = await file.embedJpg(jpeg)
            return { image, ...image.scaleToFit(PHOTO_WIDTH, PHOTO_HEIGHT) }
          }),
        )
        const height = Math.max(...pair.map((one) => one.height))
        makeRoom(height)
        for (const [side, { image, width, height: own }] of pair.entries())
          page.drawImage(image, { x: MARGIN + side * (PHOTO_WIDTH + GAP), y: y - own, width, height: own })
        y -= height + GAP
      }
    },
    space: (points) => void (y -= points),
    async finish(text) {
      const pages = file.getPages()
      const setting = { size: 9, bold: false }
      for (const [at, one] of pages.entries()) {
        await draw(one, normal(text), { y: 30 }, setting, 'muted')
        await draw(one, `Page ${at + 1} of ${pages.length}`, { y: 30, end: WIDTH - MARGIN }, setting, 'muted')
      }
      return file.save()
    },
  }
}
