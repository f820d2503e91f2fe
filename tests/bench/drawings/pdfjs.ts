import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
// Vite makes the address of it.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Opens a PDF with pdf.js and draws its first page as wide as the view, as its own viewer does. @returns milliseconds */
export async function drawWithPdfjs(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const began = performance.now()
  const task = getDocument({ data: bytes.slice() })
  const page = await (await task.promise).getPage(1)
  const canvas = document.createElement('canvas')
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: innerWidth / natural.width })
  canvas.width = viewport.width
  canvas.height = viewport.height
  document.body.append(canvas)
  await page.render({ canvas, viewport }).promise
  await new Promise(requestAnimationFrame)
  const took = performance.now() - began
  canvas.remove()
  canvas.width = canvas.height = 0
  await task.destroy()
  return took
}
