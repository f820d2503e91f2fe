import { fitWithin } from '../../lib/fit-within.ts'
import type { Pdfium } from '../../lib/pdf/pdfium.ts'
import { PDF_MAX, type Source } from './jpeg-page.ts'
import { withDocument } from './open-pdf.ts'
import type { Pixels } from './pixels.ts'
import { PREVIEW_SIZES } from './tasks.ts'

/** RGBA, four bytes a pixel. */
const FORMAT = 4
/** On white paper; pictures on nothing, so that one that is not drawn at all is noticed. */
export const grounds = { page: 0xffffffff, picture: 0 }
/** With annotations, and with the bytes in the order of RGBA. */
const FLAGS = 1 | 16

interface Size {
  readonly width: number
  readonly height: number
}

const [, LARGE] = PREVIEW_SIZES

/** A page is rendered as large as a screen, whatever its own size. @throws with a sentence about a page without one */
export function screenSize({ width, height }: Size): Size {
  if (!(width > 0 && height > 0 && Math.max(width, height) <= PDF_MAX))
    throw new Error('Its page has no sensible size.')
  const longest = Math.max(width, height)
  return fitWithin((width * LARGE) / longest, (height * LARGE) / longest, LARGE)
}

/** What is rendered of a PDF: a page, counted from 1, or the picture that a file of ours wraps. */
export interface ToRender {
  readonly kind: keyof typeof grounds
  readonly number: number
  readonly sizeOf: (page: Size) => Size
}

/**
 * Renders one page, counted from 1, at the size that `sizeOf` makes of its own, in points.
 * @throws with a sentence about the file
 */
export function renderPage(
  pdf: Pdfium,
  source: Source,
  { kind, number, sizeOf }: ToRender,
): { pixels: Pixels; pages: number } {
  const { engine } = pdf
  return withDocument(pdf, source, (document, pages) => {
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (!page) throw new Error(`This PDF has no page ${number} that can be read.`)
    const own = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
    try {
      return { pixels: draw(pdf, page, grounds[kind], sizeOf(own)), pages }
    } finally {
      engine.FPDF_ClosePage(page)
    }
  })
}

function draw({ engine, heap, withRoom }: Pdfium, page: number, ground: number, { width: w, height: h }: Size): Pixels {
  const [width, height] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))]
  const stride = width * 4
  return withRoom(stride * height, (buffer) => {
    const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMAT, buffer, stride)
    try {
      engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground)
      engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
      const data = new Uint8ClampedArray(heap().slice(buffer, buffer + stride * height).buffer)
      if (data[3] === 0) throw new Error('This picture cannot be read.')
      return { width, height, data }
    } finally {
      engine.FPDFBitmap_Destroy(bitmap)
    }
  })
}
