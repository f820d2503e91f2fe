import { createDecoder } from '../decode/decoder.ts'
import { tellsMemory } from '../decode/resident-memory.ts'
import type { PreviewEngine } from '../environment.ts'
import { createMailReader } from '../mail/inbound/read-mail.ts'
import { createPdfTools } from './pdf-tools.ts'
import { createPreviewJob, createTextReader } from './previews.ts'

/** How long one file may take, in ms, by who asks for it. */
const PATIENCE = { guest: 10_000, staff: 30_000 }
const previewed = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Previews of pictures and of pages of PDFs, and what is in documents; `patience` is how long one file may take, in ms. */
export function previewEngine({ patience = PATIENCE }: { patience?: typeof PATIENCE } = {}): PreviewEngine {
  const decoder = createDecoder()
  return {
    takes: (mime) => previewed.has(mime),
    watchesMemory: tellsMemory,
    open: (opened) => (by) => {
      const deps = { ...opened, decoder, patience: patience[by] }
      return {
        preview: createPreviewJob(deps),
        textOf: createTextReader(deps),
        pdfs: createPdfTools(deps),
        mails: createMailReader(decoder, deps.patience),
      }
    },
    close: decoder.close,
  }
}
