import type { PreviewEngine } from '../environment.ts'
import { createPdfTools } from './pdf-tools.ts'
import { createPreviewJob, createTextReader } from './previews.ts'
import { createRenderer } from './renderer.ts'

/** Previews of pictures and of the first pages of PDFs; `patience` is how long one file may take, in ms. */
export function previewEngine(options: { patience?: number } = {}): PreviewEngine {
  const renderer = createRenderer(options)
  return {
    takes: renderer.takes,
    openJob: (deps) => createPreviewJob({ ...deps, renderer }),
    openText: (deps) => createTextReader({ ...deps, renderer }),
    openPdfs: (deps) => createPdfTools({ ...deps, renderer }),
    close: renderer.close,
  }
}
