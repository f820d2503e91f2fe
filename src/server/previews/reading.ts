import type { Decoder } from '../decode/decoder.ts'
import type { PreviewEngine } from '../environment.ts'
import { createMailReader } from '../mail/inbound/read-mail.ts'
import { createPdfTools } from './pdf-tools.ts'
import { createPreviewJob, createTextReader } from './previews.ts'

const previewed = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])

interface Reading {
  /** How long one file may take, in ms, by who asks for it. */
  readonly patience: { readonly guest: number; readonly staff: number }
  readonly watchesMemory: boolean
}

/** Previews of pictures and of pages of PDFs, and what is in documents, by a decoder. */
export const readWith = (decoder: Decoder, { patience, watchesMemory }: Reading): PreviewEngine => ({
  takes: (mime) => previewed.has(mime),
  watchesMemory,
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
})
