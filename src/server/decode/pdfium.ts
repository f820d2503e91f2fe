import { startPdfium, type Pdfium as Engine } from '../../lib/pdf/pdfium.ts'
import type { Box } from '../../lib/title-block/lines.ts'
import type { Source } from './jpeg-page.ts'
import type { Gray } from './ocr.ts'
import { grounds, renderPage, type ToRender } from './render-page.ts'
import { withDocument } from './open-pdf.ts'
import { createSheetReader } from './sheets.ts'
import { textOfPdf } from './text-of-pdf.ts'

/** Parts of a page to read: the page's width in points, its own unit counted, and how fine. */
export interface ToRead {
  readonly number: number
  readonly width: number
  readonly dpi: number
  readonly boxes: readonly Box[]
  /** The most pixels of one part. */
  readonly most?: number
}

const GRAY = 1
/** Without annotations: nobody's stamp is part of a title block. In gray: FPDF_GRAYSCALE. */
const READ_FLAGS = 8
/** More pixels take longer, and show no letter that these do not. */
const MOST_PIXELS = 16_000_000

/** Draws parts of a page in gray, to read their words. @throws with a sentence about the file */
function renderParts(
  pdf: Engine,
  source: Source,
  { number, width, dpi, boxes, most: pixels = MOST_PIXELS }: ToRead,
): Gray[] {
  const { engine, heap, withRoom } = pdf
  return withDocument(pdf, source, (document) => {
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (!page) throw new Error(`This PDF has no page ${number} that can be read.`)
    const own = { w: engine.FPDF_GetPageWidthF(page), h: engine.FPDF_GetPageHeightF(page) }
    try {
      return boxes.map((box) => {
        const unit = width / own.w
        const most = Math.sqrt(pixels / (own.w * box.w * own.h * box.h))
        const scale = Math.min((dpi / 72) * unit, most)
        const [w, h] = [Math.max(1, Math.round(own.w * box.w * scale)), Math.max(1, Math.round(own.h * box.h * scale))]
        return withRoom(w * h, (buffer) => {
          const bitmap = engine.FPDFBitmap_CreateEx(w, h, GRAY, buffer, w)
          try {
            engine.FPDFBitmap_FillRect(bitmap, 0, 0, w, h, grounds.page)
            const [left, top] = [-Math.round(own.w * box.x * scale), -Math.round(own.h * box.y * scale)]
            const [across, down] = [Math.round(own.w * scale), Math.round(own.h * scale)]
            engine.FPDF_RenderPageBitmap(bitmap, page, left, top, across, down, 0, READ_FLAGS)
            return { width: w, height: h, data: heap().slice(buffer, buffer + w * h), dpi: (scale / unit) * 72 }
          } finally {
            engine.FPDFBitmap_Destroy(bitmap)
          }
        })
      })
    } finally {
      engine.FPDF_ClosePage(page)
    }
  })
}

/** Opens PDFium, to render PDFs and to read drawing sets. */
export async function openPdfium(wasmBinary: Uint8Array<ArrayBuffer>) {
  const pdf = await startPdfium(wasmBinary.slice().buffer)
  return {
    renderPage: (source: Source, what: ToRender) => renderPage(pdf, source, what),
    textOf: (source: Source, most: number, say: (text: string) => void) => textOfPdf(pdf, source, most, say),
    renderParts: (source: Source, what: ToRead) => renderParts(pdf, source, what),
    ...createSheetReader(pdf),
    memory: () => pdf.heap().byteLength,
  }
}
export type Pdfium = Awaited<ReturnType<typeof openPdfium>>
