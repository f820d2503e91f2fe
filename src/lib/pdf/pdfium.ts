import { init } from '@embedpdf/pdfium'

/** Steps across a page, to read places of text to a ten-thousandth. */
const PARTS = 10_000

/** A piece of a page's text and its place, in parts of the page from its upper left corner. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** How many quarter turns clockwise it is written at, on the page as displayed. */
  readonly turn: number
}

/** Starts PDFium, the engine that renders PDFs on the server and in browsers alike. */
export async function startPdfium(wasmBinary: ArrayBuffer) {
  const engine = await init({ wasmBinary })
  engine.PDFiumExt_Init()
  // Emscripten's heap, which its declarations leave out; another one takes its place when it grows.
  const memory: object & { HEAPU8?: Uint8Array<ArrayBuffer> } = engine.pdfium
  const { malloc, free } = engine.pdfium.wasmExports
  return {
    engine,
    heap: () => memory.HEAPU8 ?? new Uint8Array(),
    /** Runs `task` with so many bytes of the engine's memory. */
    withRoom<T>(bytes: number, task: (at: number) => T): T {
      const at = malloc(bytes)
      try {
        return task(at)
      } finally {
        free(at)
      }
    },
  }
}
export type Pdfium = Awaited<ReturnType<typeof startPdfium>>

/** The text of a page in runs, at most so many of so many characters, each with its place in parts of the displayed page. */
export function runsOf(pdf: Pdfium, page: number, most: { runs: number; characters: number }): TextRun[] {
  const text = pdf.engine.FPDFText_LoadPage(page)
  if (!text) return []
  try {
    const count = Math.min(most.runs, pdf.engine.FPDFText_CountRects(text, 0, -1))
    return Array.from({ length: Math.max(0, count) }, (_, nth) => runAt(pdf, page, { text, nth }, most.characters))
  } finally {
    pdf.engine.FPDFText_ClosePage(text)
  }
}

function runAt(pdf: Pdfium, page: number, { text, nth }: { text: number; nth: number }, most: number): TextRun {
  const { engine, withRoom } = pdf
  const { getValue } = engine.pdfium
  return withRoom(48, (at) => {
    engine.FPDFText_GetRect(text, nth, at, at + 8, at + 16, at + 24)
    const [left = 0, top = 0, right = 0, bottom = 0] = [0, 8, 16, 24].map((by) => getValue(at + by, 'double'))
    const device = (x: number, y: number) => {
      engine.FPDF_PageToDevice(page, 0, 0, PARTS, PARTS, 0, x, y, at + 32, at + 36)
      return [getValue(at + 32, 'i32') / PARTS, getValue(at + 36, 'i32') / PARTS] as const
    }
    const [a, b] = [device(left, top), device(right, bottom)]
    return {
      text: wordsIn(pdf, text, [left, top, right, bottom], most),
      x: Math.min(a[0], b[0]),
      y: Math.min(a[1], b[1]),
      w: Math.abs(a[0] - b[0]),
      h: Math.abs(a[1] - b[1]),
      turn: turnAt(pdf, page, text, [left, top, right, bottom]),
    }
  })
}

/** The turn of the letter in the middle of a box, or near it where that is a space. */
function turnAt({ engine }: Pdfium, page: number, text: number, [left, top, right, bottom]: Box): number {
  const tolerance = [Math.abs(right - left) / 2, Math.abs(top - bottom) / 2] as const
  const nth = engine.FPDFText_GetCharIndexAtPos(text, (left + right) / 2, (top + bottom) / 2, ...tolerance)
  const angle = nth < 0 ? 0 : engine.FPDFText_GetCharAngle(text, nth)
  const quarters = Math.round(angle / (Math.PI / 2)) + engine.FPDFPage_GetRotation(page)
  return ((quarters % 4) + 4) % 4
}

type Box = readonly [left: number, top: number, right: number, bottom: number]

function wordsIn({ engine, heap, withRoom }: Pdfium, text: number, box: Box, most: number): string {
  // Letters that are written one by one touch, and the text of a box has what touches it.
  const inset = 0.1 * Math.min(box[2] - box[0], box[1] - box[3])
  const within = [box[0] + inset, box[1] - inset, box[2] - inset, box[3] + inset] as const
  const length = Math.min(most, engine.FPDFText_GetBoundedText(text, ...within, 0, 0))
  if (length <= 0) return ''
  return withRoom((length + 1) * 2, (at) => {
    const written = engine.FPDFText_GetBoundedText(text, ...within, at, length)
    const bytes = heap().slice(at, at + Math.min(written, length) * 2)
    return new TextDecoder('utf-16le').decode(bytes).replaceAll('\0', '')
  })
}
