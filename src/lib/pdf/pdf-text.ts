import type { PDFFont } from 'pdf-lib'

/** How much finer than a point the text drawn by the browser is. */
const SCALE = 3

/** How a text is set: its size in points and its weight. */
export interface Setting {
  readonly size: number
  readonly bold: boolean
}

/** The characters of each font, which a form of many cells asks for thousands of times. */
const characters = new WeakMap<PDFFont, ReadonlySet<number>>()

/** Whether one of PDF's standard fonts has every character of a text. */
export function isEncodable(font: PDFFont, text: string): boolean {
  const known = characters.get(font) ?? new Set(font.getCharacterSet())
  characters.set(font, known)
  return [...text].every((sign) => known.has(sign.codePointAt(0) ?? 0))
}

/**
 * A text as it can be printed here: as it is where a browser draws what the fonts lack, and otherwise with the plain letter
 * for one with marks and "?" for signs of other scripts, since Node.js has no canvas.
 */
export function printable(font: PDFFont, text: string): string {
  if (typeof OffscreenCanvas !== 'undefined' || isEncodable(font, text)) return text
  const plain = (sign: string) => {
    const [base = ''] = sign.normalize('NFKD')
    return isEncodable(font, sign) ? sign : isEncodable(font, base) ? base : '?'
  }
  return [...text].map(plain).join('')
}

function pen({ size, bold }: Setting, [width, height] = [1, 1]) {
  const canvas = new OffscreenCanvas(width, height)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('This browser cannot draw text.')
  drawing.font = `${bold ? 650 : 400} ${size * SCALE}px "Archivo Variable", Helvetica, Arial, sans-serif`
  return { canvas, drawing }
}

/** The width in points of a text as the browser draws it. */
export const drawnWidth = (text: string, setting: Setting): number =>
  pen(setting).drawing.measureText(text).width / SCALE

/** The first letter decides in which direction a line runs. */
const runsLeft = (text: string) =>
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)

/**
 * A line as a PNG, for text in scripts that the standard fonts lack: the browser finds a font for each character and
 * joins letters as their script demands.
 */
export async function drawnLine(
  text: string,
  setting: Setting,
  color: string,
): Promise<{ png: Uint8Array; width: number; height: number; below: number; isLeftward: boolean }> {
  const width = Math.ceil(drawnWidth(text, setting) * SCALE) + 2
  const height = Math.ceil(setting.size * SCALE * 1.5)
  const { canvas, drawing } = pen(setting, [width, height])
  const isLeftward = runsLeft(text)
  drawing.direction = isLeftward ? 'rtl' : 'ltr'
  drawing.textAlign = 'left'
  drawing.fillStyle = color
  drawing.fillText(text, 1, setting.size * SCALE * 1.1)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return {
    png: new Uint8Array(await blob.arrayBuffer()),
    width: width / SCALE,
    height: height / SCALE,
    below: setting.size * 0.4,
    isLeftward,
  }
}

/** Wraps a text to lines of `width`. Words longer than a line are broken. */
export function* wrapped(text: string, width: number, widthOf: (text: string) => number): Generator<string> {
  const fits = (part: string) => widthOf(part) <= width
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (let word of paragraph.split(' ')) {
      while (!fits(word)) {
        const signs = [...word]
        let cut = signs.length - 1
        while (cut > 1 && !fits(signs.slice(0, cut).join(''))) cut--
        if (cut < 1) break
        if (line) yield line
        yield signs.slice(0, cut).join('')
        line = ''
        word = signs.slice(cut).join('')
      }
      const next = line ? `${line} ${word}` : word
      if (fits(next)) line = next
      else {
        yield line
        line = word
      }
    }
    yield line
  }
}
