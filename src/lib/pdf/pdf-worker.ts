import { init } from '@embedpdf/pdfium'
import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url'

/** RGBA, four bytes a pixel; with annotations, and the bytes in the order of RGBA. */
const FORMAT = 4
const FLAGS = 1 | 16
const WHITE = 0xffffffff
/** At most this many pixels a page: phones draw no larger pictures. */
const MOST_PIXELS = 16_000_000

/** What is asked of the worker. A page is counted from 1, its width is in device pixels. */
export type PdfQuestion = { id: number } & ({ open: ArrayBuffer } | { page: number; width: number })
/** What it answers: the sizes of all pages in points, or a page's pixels. */
export type PdfAnswer = { id: number } & (
  | { pages: readonly PageSize[] }
  | { bitmap: ImageBitmap }
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

  /** @throws with a sentence about the page */
  async function draw(number: number, wanted: number): Promise<ImageBitmap> {
    const page = engine.FPDF_LoadPage(document, number - 1)
    if (!page) throw new Error(`Page ${number} cannot be read.`)
    const own = { width: engine.FPDF_GetPageWidthF(page), height: engine.FPDF_GetPageHeightF(page) }
    const most = Math.sqrt(MOST_PIXELS / (own.width * own.height))
    const scale = Math.min(wanted / own.width, most)
    const [width, height] = [Math.max(1, Math.round(own.width * scale)), Math.max(1, Math.round(own.height * scale))]
    const buffer = malloc(width * height * 4)
    const bitmap = engine.FPDFBitmap_CreateEx(width, height, FORMAT, buffer, width * 4)
    try {
      engine.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
      engine.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
      const pixels = new Uint8ClampedArray(heap().slice(buffer, buffer + width * height * 4).buffer)
      return await createImageBitmap(new ImageData(pixels, width, height))
    } finally {
      engine.FPDFBitmap_Destroy(bitmap)
      free(buffer)
      engine.FPDF_ClosePage(page)
    }
  }
  return { open, draw }
}

const started = start()
const reply = (answer: PdfAnswer, moved: Transferable[] = []) => globalThis.postMessage(answer, { transfer: moved })

// One question after the other, in their order.
let turn: Promise<void> = Promise.resolve()
addEventListener('message', ({ data: question }: MessageEvent<PdfQuestion>) => {
  turn = turn.then(async () => {
    const { id } = question
    try {
      const engine = await started
      if ('open' in question) return reply({ id, pages: engine.open(question.open) })
      const bitmap = await engine.draw(question.page, question.width)
      reply({ id, bitmap }, [bitmap])
    } catch (error) {
      reply({ id, problem: error instanceof Error ? error.message : 'This PDF cannot be shown.' })
    }
  })
})
