import type { Context } from '../context/context.ts'
import type { Ctx } from '../ctx.ts'
import type { Incoming } from '../files/incoming.ts'
import { takeOver } from '../files/stored-file.ts'
import type { MadeFile, PdfProblem, PdfTools } from '../pdf-tools.ts'
import { withLocalFile } from './previews.ts'
import { NoPreview, type PdfResult, type PdfTask, type Renderer } from './renderer.ts'

const isContext = (ctx: Ctx): ctx is Context => 'jobs' in ctx && 'db' in ctx
const UNREADABLE = 'This PDF cannot be read.'

/** Reads stored PDFs in the thread that renders previews, and keeps what is made of them in the file store. */
export function createPdfTools({ incoming, renderer }: { incoming: Incoming; renderer: Renderer }): PdfTools {
  const ask = (path: string, task: PdfTask): Promise<PdfResult | PdfProblem> =>
    withLocalFile(incoming.store, path, (file) => renderer.readPdf(file, task)).catch((error: unknown) => {
      if (!(error instanceof NoPreview)) throw error
      return { problem: error.message }
    })

  /** Journaled like uploads, so that a crash leaves nothing that no row names. */
  async function keep(bytes: Uint8Array, name: string): Promise<MadeFile> {
    const { row, writer } = await incoming.createForForm({ user_id: 0, place: 'pdf', name })
    try {
      await writer.write(bytes)
      const sha256 = await writer.end(true)
      return { id: row.id, path: row.path, size: bytes.byteLength, sha256 }
    } finally {
      await writer.close()
    }
  }

  return {
    async count(path) {
      const answer = await ask(path, { count: true })
      return 'problem' in answer ? answer : { pages: answer.pages ?? 0 }
    },
    async page(path, number, stamp) {
      const answer = await ask(path, { page: number, stamp })
      if ('problem' in answer) return answer
      if (!answer.page) return { problem: UNREADABLE }
      const { bytes, ...page } = answer.page
      return { ...page, file: await keep(bytes, `${path} ${number}`) }
    },
    async unlock(path, password) {
      const answer = await ask(path, { password })
      if ('problem' in answer) return answer
      return answer.bytes ? { file: await keep(answer.bytes, path) } : { problem: UNREADABLE }
    },
    async attach(ctx, entity, id, { size, ...upload }) {
      if (!isContext(ctx)) throw new Error('A file is attached in a transaction.')
      const file = { upload, size, name: '', mime: 'application/pdf' }
      await takeOver(ctx, entity, id, file, 'preview_state' in entity.fields)
    },
  }
}
