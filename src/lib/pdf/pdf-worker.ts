import { init } from '@embedpdf/pdfium'
import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url'

/** RGBA, four bytes a pixel; with annotations, and the bytes in the order of RGBA. */
const FORMAT = 4
const FLAGS = 1 | 16
const WHITE = 0xffffffff
/** At most this many pixels a page: phones draw no larger pictures. */
const MOST_PIXELS = 16_000_000
const MOST_RUNS = 20_000
/** Steps across a page, to read places of text to a ten-thousandth. */
const PARTS = 10_000

/** A part of a page in device pixels: the page's size as drawn, quarter turns included, and what is wanted of it. */
export interface Region {
  readonly page: number
  readonly turns: 0 | 1 | 2 | 3
  /** The whole page. */
  readonly full: PageSize
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Whether annotations are drawn; without, only the page itself. */
  readonly annotations?: boolean
  /** How the page lies on a sheet that takes the place of `full`, which is not turned then. */
  readonly laid?: Laid
  /** Drawn even when another part is asked for meanwhile. */
  readonly isApart?: boolean
}
/** A page of this size in points, and where its points lie in device pixels: x is ax + cy + e, y is bx + dy + f. */
export interface Laid {
  readonly size: PageSize
  readonly matrix: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
}
/** A piece of a page's text and its place, in parts of the page from its upper left corner. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/**
 * What is asked of the worker. A page is counted from 1, its width is in device pixels. Of regions, only the one that
 * was asked for last is drawn.
 */
export type PdfQuestion = { id: number } & (
  | { open: ArrayBuffer }
  | { page: number; width: number }
  | { region: Region }
  | { textOf: number }
)
/** What it answers: the sizes of all pages in points, a page's pixels, none for an outdated region, or its text. */
export type PdfAnswer = { id: number } & (
  | { pages: readonly PageSize[] }
  | { bitmap: ImageBitmap | null }
  | { runs: readonly TextRun[] }
  | { problem: string }
)
export interface PageSize {
  readonly width: number
  readonly height: number
}

const reasons: Readonly<Record<number, string>> = { 3: 'This PDF is broken.', 4: 'This PDF needs a password.' }

async function start() {
  const wasmBinary = await (await fetch(wasmUrl)).arrayBuffer()
  const engine = await init({ wasmBinary })
  engine.PDFiumExt_Init()
  const { malloc, free } = engine.pdfium.wasmExports
  // Emscripten's heap, which its declarations leave out; another one takes its place when it grows.
  const memory: object & { HEAPU8?: Uint8Array<ArrayBuffer> } = engine.pdfium
  const heap = () => memory.HEAPU8 ?? new Uint8Array()
  let document = 0

  /** @throws with a sentence about the file */
  function open(bytes: ArrayBuffer): PageSize[] {
    // The bytes stay in the engine's memory as long as the document, and the worker with it.
    const at = malloc(bytes.byteLength)
    heap().set(new Uint8Array(bytes), at)
    document = engine.FPDF_LoadMemDocument(at, bytes.byteLength, '')
    if (!document) throw new Error(reasons[engine.FPDF_GetLastError()] ?? 'This PDF cannot be opened.')
    return Array.from({ length: engine.FPDF_GetPageCount(document) }, (_, nth) => sizeOf(nth))
  }

  function sizeOf(nth: number): PageSize {
    const page = engine.FPDF_LoadPage(document, nth)
    if (!page) return { width: 612, height: 792 }
    const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
    engine.FPDF_ClosePage(page)
    return size
  }

  /** The page that was last used stays open: reading a large one again takes longer than drawing it. */
  let held = { number: 0, page: 0 }
  function heldPage(number: number): number {
    if (held.number === number) return held.page
    if (held.page) engine.FPDF_ClosePage(held.page)
    held = { number: 0, page: 0 }
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (!page) throw new Error(`Page ${number} cannot be read.`)
    held = { number, page }
    return page
  }

  /** Pixels of so many device pixels, which `paint` draws on. */
  async function painted({ width, height }: PageSize, paint: (bitmap: number) => void): Promise<ImageBitmap> {
    const buffer = malloc(width * height * 4)
    const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMAT, buffer, width * 4)
    try {
      engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      paint(bitmap)
      // The bitmap is a copy of the engine's memory already.
      const pixels = new Uint8ClampedArray(heap().buffer, buffer, width * height * 4)
      return await createImageBitmap(new ImageData(pixels, width, height))
    } finally {
      engine.FPDFBitmap_Destroy(bitmap)
      free(buffer)
    }
  }

  /** @throws with a sentence about the page */
  function drawRegion(region: Region): Promise<ImageBitmap> {
    const { page: number, turns, full, x, y, annotations = true, laid, ...size } = region
    const page = heldPage(number)
    if (size.width * size.height > MOST_PIXELS) throw new Error('This part is too large.')
    const flags = annotations ? FLAGS : FLAGS & ~1
    return painted(size, (bitmap) => {
      if (laid) drawLaid({ bitmap, page, flags }, laid, region)
      else engine.FPDF_RenderPageBitmap(bitmap, page, -x, -y, full.width, full.height, turns, flags)
    })
  }

  /** Draws a page that is turned and scaled by anything. */
  function drawLaid(
    { bitmap, page, flags }: { bitmap: number; page: number; flags: number },
    { size, matrix: [a, b, c, d, e, f] }: Laid,
    { x, y, width, height }: Region,
  ) {
    // The engine knows nothing of the page's own unit.
    const unit = size.width / engine.FPDF_GetPageWidthF(page)
    const values = [a * unit, b * unit, c * unit, d * unit, e - x, f - y, 0, 0, width, height]
    const at = malloc(values.length * 4)
    try {
      for (const [nth, value] of values.entries()) engine.pdfium.setValue(at + nth * 4, value, 'float')
      engine.FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, flags)
    } finally {
      free(at)
    }
  }

  /** @throws with a sentence about the page */
  function textOf(number: number): TextRun[] {
    const page = heldPage(number)
    const text = engine.FPDFText_LoadPage(page)
    if (!text) return []
    const room = malloc(48)
    const { getValue } = engine.pdfium
    try {
      const count = Math.min(MOST_RUNS, engine.FPDFText_CountRects(text, 0, -1))
      return Array.from({ length: Math.max(0, count) }, (_, nth) => {
        engine.FPDFText_GetRect(text, nth, room, room + 8, room + 16, room + 24)
        const [left = 0, top = 0, right = 0, bottom = 0] = [0, 8, 16, 24].map((at) => getValue(room + at, 'double'))
        const device = (px: number, py: number) => {
          engine.FPDF_PageToDevice(page, 0, 0, PARTS, PARTS, 0, px, py, room + 32, room + 36)
          return [getValue(room + 32, 'i32') / PARTS, getValue(room + 36, 'i32') / PARTS] as const
        }
        const [a, b] = [device(left, top), device(right, bottom)]
        return {
          text: wordsIn(text, [left, top, right, bottom]),
          x: Math.min(a[0], b[0]),
          y: Math.min(a[1], b[1]),
          w: Math.abs(a[0] - b[0]),
          h: Math.abs(a[1] - b[1]),
        }
      })
    } finally {
      free(room)
      engine.FPDFText_ClosePage(text)
    }
  }

  function wordsIn(text: number, [left, top, right, bottom]: readonly [number, number, number, number]): string {
    const length = engine.FPDFText_GetBoundedText(text, left, top, right, bottom, 0, 0)
    if (length <= 0) return ''
    const buffer = malloc((length + 1) * 2)
    try {
      const written = engine.FPDFText_GetBoundedText(text, left, top, right, bottom, buffer, length)
      const bytes = heap().slice(buffer, buffer + Math.min(written, length) * 2)
      return new TextDecoder('utf-16le').decode(bytes).replaceAll('\0', '')
    } finally {
      free(buffer)
    }
  }

  /** @throws with a sentence about the page */
  async function draw(number: number, wanted: number): Promise<ImageBitmap> {
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (!page) throw new Error(`Page ${number} cannot be read.`)
    const own = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
    const most = Math.sqrt(MOST_PIXELS / (own.width * own.height))
    const scale = Math.min(wanted / own.width, most)
    const [width, height] = [Math.max(1, Math.round(own.width * scale)), Math.max(1, Math.round(own.height * scale))]
    try {
      return await painted({ width, height }, (bitmap) =>
        engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS),
      )
    } finally {
      engine.FPDF_ClosePage(page)
    }
  }
  return { open, draw, drawRegion, textOf }
}

const started = start()
const reply = (answer: PdfAnswer, moved: Transferable[] = []) => globalThis.postMessage(answer, { transfer: moved })

// One question after the other, in their order.
let turn: Promise<void> = Promise.resolve()
let newest = 0
addEventListener('message', ({ data: question }: MessageEvent<PdfQuestion>) => {
  const { id } = question
  if ('region' in question && !question.region.isApart) newest = id
  turn = turn.then(async () => {
    try {
      const engine = await started
      if ('open' in question) return reply({ id, pages: engine.open(question.open) })
      if ('textOf' in question) return reply({ id, runs: engine.textOf(question.textOf) })
      // Questions that came while something was drawn are heard first: the last of them counts.
      if ('region' in question) await new Promise((done) => setTimeout(done))
      if ('region' in question && !question.region.isApart && id !== newest) return reply({ id, bitmap: null })
      const bitmap = await ('region' in question
        ? engine.drawRegion(question.region)
        : engine.draw(question.page, question.width))
      reply({ id, bitmap }, [bitmap])
    } catch (error) {
      // What the engine says when it gives up is for nobody.
      const isOurs = error instanceof Error && !(error instanceof WebAssembly.RuntimeError)
      reply({ id, problem: isOurs ? error.message : 'This PDF cannot be shown.' })
    }
  })
})
