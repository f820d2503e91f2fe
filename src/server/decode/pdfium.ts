import { init } from '@embedpdf/pdfium'
import type { Source } from './jpeg-page.ts'
import type { Pixels } from './pixels.ts'
import { NEEDS_PASSWORD } from '../pdf-tools.ts'
import { createSheetReader } from './sheets.ts'

/** RGBA, four bytes a pixel. */
const FORMAT = 4
/** On white paper; pictures on nothing, so that one that is not drawn at all is noticed. */
const grounds = { page: 0xffffffff, picture: 0 }
/** With annotations, and with the bytes in the order of RGBA. */
const FLAGS = 1 | 16
const reasons: Record<number, string> = { 3: 'This PDF is broken.', 4: NEEDS_PASSWORD }

interface Size {
  readonly width: number
  readonly height: number
}

/** Opens PDFium, the engine that renders PDFs here and in browsers alike. */
export async function openPdfium(wasmBinary: Uint8Array<ArrayBuffer>) {
  const engine = await init({ wasmBinary: wasmBinary.slice().buffer })
  engine.PDFiumExt_Init()
  const { wasmExports, addFunction, removeFunction, setValue } = engine.pdfium
  const { malloc, free } = wasmExports
  // Emscripten's heap, which its declarations leave out; another one takes its place when it grows.
  const memory: object & { HEAPU8?: Uint8Array<ArrayBuffer> } = engine.pdfium
  const heap = () => memory.HEAPU8 ?? new Uint8Array()

  /**
   * Runs `task` with an open PDF. The file is read piece by piece as it is needed, so that a large one is never in memory as
   * a whole.
   * @throws with a sentence about the file
   */
  function withDocument<T>(source: Source, task: (document: number, pages: number) => T, password = ''): T {
    const read = addFunction((_: number, position: number, into: number, length: number) => {
      source.read(position, heap().subarray(into, into + length))
      return 1
    }, 'iiiii')
    // FPDF_FILEACCESS: the length, the function, and a parameter that is not needed.
    const access = malloc(12)
    setValue(access, source.size, 'i32')
    setValue(access + 4, read, 'i32')
    setValue(access + 8, 0, 'i32')
    const document = engine.FPDF_LoadCustomDocument(access, password)
    try {
      if (!document) throw new Error(reasons[engine.FPDF_GetLastError()] ?? 'This PDF cannot be opened.')
      return task(document, engine.FPDF_GetPageCount(document))
    } finally {
      if (document) engine.FPDF_CloseDocument(document)
      removeFunction(read)
      free(access)
    }
  }

  /**
   * Renders one page, counted from 1, at the size that `sizeOf` makes of its own, in points.
   * @throws with a sentence about the file
   */
  function renderPage(
    source: Source,
    { kind, number, sizeOf }: { kind: keyof typeof grounds; number: number; sizeOf: (page: Size) => Size },
  ): { pixels: Pixels; pages: number } {
    return withDocument(source, (document, pages) => {
      const page = engine.FPDF_LoadPage(document, number - 1)
      if (!page) throw new Error(`This PDF has no page ${number} that can be read.`)
      const own = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
      try {
        return { pixels: draw(page, grounds[kind], sizeOf(own)), pages }
      } finally {
        engine.FPDF_ClosePage(page)
      }
    })
  }

  /** Says the text of a PDF page by page, at most so many characters. @throws with a sentence about the file */
  function textOf(source: Source, most: number, say: (text: string) => void): void {
    withDocument(source, (document, pages) => {
      let left = most
      for (let nth = 0; nth < pages && left > 0; nth++) {
        const text = `${textOfPage(document, nth, left)}\n`
        say(text)
        left -= text.length
      }
    })
  }

  function textOfPage(document: number, nth: number, most: number): string {
    const page = engine.FPDF_LoadPage(document, nth)
    const text = page && engine.FPDFText_LoadPage(page)
    const length = text ? Math.min(most, engine.FPDFText_CountChars(text)) : 0
    // UTF-16, with a zero at its end.
    const buffer = malloc((length + 1) * 2)
    try {
      const written = length > 0 ? engine.FPDFText_GetText(text, 0, length, buffer) : 0
      return new TextDecoder('utf-16le').decode(heap().slice(buffer, buffer + Math.max(0, written - 1) * 2))
    } finally {
      free(buffer)
      if (text) engine.FPDFText_ClosePage(text)
      if (page) engine.FPDF_ClosePage(page)
    }
  }

  function draw(page: number, ground: number, { width: w, height: h }: Size): Pixels {
    const [width, height] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))]
    const stride = width * 4
    const buffer = malloc(stride * height)
    const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMAT, buffer, stride)
    try {
      engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, ground)
      engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
      const data = new Uint8ClampedArray(heap().slice(buffer, buffer + stride * height).buffer)
      if (data[3] === 0) throw new Error('This picture cannot be read.')
      return { width, height, data }
    } finally {
      engine.FPDFBitmap_Destroy(bitmap)
      free(buffer)
    }
  }

  return { renderPage, textOf, ...createSheetReader({ engine, heap, withDocument }), memory: () => heap().byteLength }
}
export type Pdfium = Awaited<ReturnType<typeof openPdfium>>
