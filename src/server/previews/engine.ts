import { createDecoder } from '../decode/decoder.ts'
import type { PreviewEngine } from '../environment.ts'
import { createPdfTools } from './pdf-tools.ts'
import { createPreviewJob, createTextReader } from './previews.ts'

/** How long one file may take, in ms. */
const PATIENCE = 30_000
const previewed = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Previews of pictures and of pages of PDFs, and what is in documents; `patience` is how long one file may take, in ms. */
export function previewEngine({ patience = PATIENCE } = {}): PreviewEngine {
  const decoder = createDecoder()
  return {
    takes: (mime) => previewed.has(mime),
    openJob: (deps) => createPreviewJob({ ...deps, decoder, patience }),
    openText: (deps) => createTextReader({ ...deps, decoder, patience }),
    openPdfs: (deps) => createPdfTools({ ...deps, decoder, patience }),
    close: decoder.close,
  }
}
