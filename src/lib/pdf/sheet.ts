import { PDFDocument, rgb, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib'
import { drawnLine, drawnWidth, isEncodable, printable, wrapped, type Setting } from './pdf-text.ts'

/** US Letter and its margin, in points. */
export const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]
export const ink = [0.08, 0.11, 0.13] as const
export const muted = [0.35, 0.4, 0.45] as const

/** A PDF and the fonts that it is written in. */
export interface Sheet {
  readonly file: PDFDocument
  readonly plain: PDFFont
  readonly strong: PDFFont
}

export async function openSheet(title: string): Promise<Sheet> {
  const file = await PDFDocument.create()
  const [plain, strong] = await Promise.all([
    file.embedFont(StandardFonts.Helvetica),
    file.embedFont(StandardFonts.HelveticaBold),
  ])
  file.setTitle(title)
  return { file, plain, strong }
}

const fontOf = ({ strong, plain }: Sheet, { bold }: Setting) => (bold ? strong : plain)

/** How wide a text is, in any script. */
export function widthOf(sheet: Sheet, text: string, setting: Setting): number {
  const font = fontOf(sheet, setting)
  return isEncodable(font, text) ? font.widthOfTextAtSize(text, setting.size) : drawnWidth(text, setting)
}

/** A text in lines of a width, one after another. */
export function linesIn(sheet: Sheet, text: string, setting: Setting, width: number): Generator<string> {
  const lines = text.normalize('NFC').replaceAll('\t', ' ').split('\n')
  const shown = lines.map((line) => printable(fontOf(sheet, setting), line)).join('\n')
  return wrapped(shown, width, (part) => widthOf(sheet, part, setting))
}

export const linesOf = (...given: Parameters<typeof linesIn>): string[] => [...linesIn(...given)]

/** Draws a line from `x`, or to `end`. */
export async function draw(
  sheet: Sheet,
  on: PDFPage,
  given: string,
  place: { x: number; y: number; end?: number },
  setting: Setting,
  color: typeof ink | typeof muted,
) {
  if (!given) return
  const font = fontOf(sheet, setting)
  const text = printable(font, given)
  const [red, green, blue] = color
  if (isEncodable(font, text)) {
    const { size } = setting
    const x = place.end === undefined ? place.x : place.end - font.widthOfTextAtSize(text, size)
    return on.drawText(text, { x, y: place.y, size, font, color: rgb(red, green, blue) })
  }
  const css = `rgb(${color.map((part) => Math.round(part * 255)).join(' ')})`
  const { png, width, height, below, isLeftward } = await drawnLine(text, setting, css)
  const end = place.end ?? (isLeftward && place.x === MARGIN ? WIDTH - MARGIN : undefined)
  const x = end === undefined ? place.x : end - width
  on.drawImage(await sheet.file.embedPng(png), { x, y: place.y - below, width, height })
}
