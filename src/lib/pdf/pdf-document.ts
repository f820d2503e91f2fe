import type { PageSize, PdfAnswer, PdfQuestion, Region } from './pdf-worker.ts'
import type { TextRun } from './pdfium.ts'

export type { Laid, Region } from './pdf-worker.ts'
export type { TextRun } from './pdfium.ts'

/** A PDF that is open in a worker of its own. */
export interface PdfDocument {
  readonly pages: readonly PageSize[]
  /** Draws a page, counted from 1, so many device pixels wide. @throws with a sentence about the page */
  draw(page: number, width: number): Promise<ImageBitmap>
  /** Draws a part of a page; null when another part was asked for meanwhile. @throws with a sentence about the page */
  drawRegion(region: Region): Promise<ImageBitmap | null>
  /** The text of a page, counted from 1, with the places of its pieces. */
  textOf(page: number): Promise<readonly TextRun[]>
  close(): void
}

type Asked<Q> = Q extends { id: number } ? Omit<Q, 'id'> : never

/** An answer to the question `id`, whatever it is. */
type Waiting = (answer: PdfAnswer) => void

/** How long one page may take, in ms: there are files that nobody lives to see. */
const PATIENCE = 60_000

/**
 * Opens a PDF by its bytes. The engine (PDFium) is loaded with the worker, when the first PDF is opened. What takes longer
 * than `patience`, in ms, ends it.
 * @throws with a sentence about the file, or when there is no engine
 */
export async function openPdf(bytes: ArrayBuffer, { patience = PATIENCE } = {}): Promise<PdfDocument> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module', name: 'pdf' })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  worker.addEventListener('message', ({ data }: MessageEvent<PdfAnswer>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  let ended: string | null = null
  const end = (problem: string) => {
    ended = problem
    worker.terminate()
    for (const [id, answer] of waiting) answer({ id, problem })
    waiting.clear()
  }
  worker.addEventListener('error', () => end('PDFs cannot be shown here.'))
  const ask = (question: Asked<PdfQuestion>, moved: Transferable[] = []) =>
    new Promise<PdfAnswer>((resolve) => {
      const id = ++asked
      if (ended !== null) return resolve({ id, problem: ended })
      const tooLong = setTimeout(() => end('This page takes too long to draw.'), patience)
      waiting.set(id, (answer) => {
        clearTimeout(tooLong)
        resolve(answer)
      })
      return worker.postMessage({ id, ...question }, moved)
    })
  const close = () => end('This PDF is closed.')
  const opened = await ask({ open: bytes }, [bytes])
  if (!('pages' in opened)) {
    close()
    throw new Error('problem' in opened ? opened.problem : 'This PDF cannot be opened.')
  }
  return {
    pages: opened.pages,
    async draw(page, width) {
      const answer = await ask({ page, width })
      if ('bitmap' in answer && answer.bitmap) return answer.bitmap
      throw new Error('problem' in answer ? answer.problem : 'This page cannot be shown.')
    },
    async drawRegion(region) {
      const answer = await ask({ region })
      if ('bitmap' in answer) return answer.bitmap
      throw new Error('problem' in answer ? answer.problem : 'This page cannot be shown.')
    },
    async textOf(page) {
      const answer = await ask({ textOf: page })
      return 'runs' in answer ? answer.runs : []
    },
    close,
  }
}

const TINY =
  '%PDF-1.0\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 3 3]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

/** Brings the engine onto the device, where the service worker keeps it. @throws when it cannot be loaded */
export const loadPdfEngine = async (): Promise<void> => (await openPdf(new TextEncoder().encode(TINY).buffer)).close()
