import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url'
import { runsOf, startPdfium, type Pdfium, type TextRun } from './pdfium.ts'

/** RGBA, four bytes a pixel; with annotations, and the bytes in the order of RGBA. */
const FORMAT = 4
const FLAGS = 1 | 16
const WHITE = 0xffffffff
/** At most this many pixels a page: phones draw no larger pictures. */
const MOST_PIXELS = 16_000_000
const MOST_TEXT = { runs: 20_000, characters: Infinity }

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

interface Pdf extends Pdfium {
  document: number
  /** The page that was last used stays open: reading a large one again takes longer than drawing it. */
  held: { number: number; page: number }
}

/** @throws with a sentence about the file */
function open(pdf: Pdf, bytes: ArrayBuffer): PageSize[] {
  const { heap, engine } = pdf
  // The bytes stay in the engine's memory as long as the document, and the worker with it.
  const at = engine.pdfium.wasmExports.malloc(bytes.byteLength)
  heap().set(new Uint8Array(bytes), at)
  pdf.document = engine.FPDF_LoadMemDocument(at, bytes.byteLength, '')
  if (!pdf.document) throw new Error(reasons[engine.FPDF_GetLastError()] ?? 'This PDF cannot be opened.')
  return Array.from({ length: engine.FPDF_GetPageCount(pdf.document) }, (_, nth) => sizeOf(pdf, nth))
}

function sizeOf(pdf: Pdf, nth: number): PageSize {
  const { engine } = pdf
  const page = engine.FPDF_LoadPage(pdf.document, nth)
  if (!page) return { width: 612, height: 792 }
  const size = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
  engine.FPDF_ClosePage(page)
  return size
}

function heldPage(pdf: Pdf, number: number): number {
  if (pdf.held.number === number) return pdf.held.page
  if (pdf.held.page) pdf.engine.FPDF_ClosePage(pdf.held.page)
  pdf.held = { number: 0, page: 0 }
  const page = pdf.engine.FPDF_LoadPage(pdf.document, number - 1)
  if (!page) throw new Error(`Page ${number} cannot be read.`)
  pdf.held = { number, page }
  return page
}

/** Pixels of so many device pixels, which `paint` draws on. */
async function painted({ engine, heap }: Pdf, { width, height }: PageSize, paint: (bitmap: number) => void) {
  const { malloc, free } = engine.pdfium.wasmExports
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
function drawRegion(pdf: Pdf, region: Region): Promise<ImageBitmap> {
  const { page: number, turns, full, x, y, annotations = true, laid, ...size } = region
  const page = heldPage(pdf, number)
  if (size.width * size.height > MOST_PIXELS) throw new Error('This part is too large.')
  const flags = annotations ? FLAGS : FLAGS & ~1
  return painted(pdf, size, (bitmap) => {
    if (laid) drawLaid(pdf, { bitmap, page, flags }, laid, region)
    else pdf.engine.FPDF_RenderPageBitmap(bitmap, page, -x, -y, full.width, full.height, turns, flags)
  })
}

/** Draws a page that is turned and scaled by anything. */
function drawLaid(
  { engine, withRoom }: Pdf,
  { bitmap, page, flags }: { bitmap: number; page: number; flags: number },
  { size, matrix: [a, b, c, d, e, f] }: Laid,
  { x, y, width, height }: Region,
) {
  // The engine knows nothing of the page's own unit.
  const unit = size.width / engine.FPDF_GetPageWidthF(page)
  const values = [a * unit, b * unit, c * unit, d * unit, e - x, f - y, 0, 0, width, height]
  withRoom(values.length * 4, (at) => {
    for (const [nth, value] of values.entries()) engine.pdfium.setValue(at + nth * 4, value, 'float')
    engine.FPDF_RenderPageBitmapWithMatrix(bitmap, page, at, at + 24, flags)
  })
}

/** @throws with a sentence about the page */
async function draw(pdf: Pdf, number: number, wanted: number): Promise<ImageBitmap> {
  const { engine } = pdf
  const page = engine.FPDF_LoadPage(pdf.document, number - 1)
  if (!page) throw new Error(`Page ${number} cannot be read.`)
  const own = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
  const most = Math.sqrt(MOST_PIXELS / (own.width * own.height))
  const scale = Math.min(wanted / own.width, most)
  const [width, height] = [Math.max(1, Math.round(own.width * scale)), Math.max(1, Math.round(own.height * scale))]
  try {
    return await painted(pdf, { width, height }, (bitmap) =>
      engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS),
    )
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

async function start(): Promise<Pdf> {
  const pdfium = await startPdfium(await (await fetch(wasmUrl)).arrayBuffer())
  return { ...pdfium, document: 0, held: { number: 0, page: 0 } }
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
      const pdf = await started
      if ('open' in question) return reply({ id, pages: open(pdf, question.open) })
      if ('textOf' in question) return reply({ id, runs: runsOf(pdf, heldPage(pdf, question.textOf), MOST_TEXT) })
      // Questions that came while something was drawn are heard first: the last of them counts.
      if ('region' in question) await new Promise((done) => setTimeout(done))
      if ('region' in question && !question.region.isApart && id !== newest) return reply({ id, bitmap: null })
      const bitmap = await ('region' in question
        ? drawRegion(pdf, question.region)
        : draw(pdf, question.page, question.width))
      reply({ id, bitmap }, [bitmap])
    } catch (error) {
      // What the engine says when it gives up is for nobody.
      const isOurs = error instanceof Error && !(error instanceof WebAssembly.RuntimeError)
      reply({ id, problem: isOurs ? error.message : 'This PDF cannot be shown.' })
    }
  })
})
