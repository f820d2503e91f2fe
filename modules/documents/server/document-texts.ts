import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import type { JobKind } from '#server/define-server.ts'
import { documents, documentTexts } from '../entities.ts'

/** How much of a document can be searched, in characters. */
const MOST = 20_000
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const hasText = (mime: string) => mime.startsWith('text/') || mime === 'application/pdf' || mime === DOCX

/** Text as it can be stored, with the spaces of its layout reduced. */
const storable = (text: string) =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .trim()
    .slice(0, MOST)
    .toWellFormed()

/** Takes the text out of a document's file, once it has a new one. */
export const textJobs: Record<string, JobKind> = {
  'document-text': {
    lane: 'heavy',
    async run(payload, { inTransaction, textOf }) {
      const { id, path, mime } = isObject(payload) ? payload : {}
      const document_id = readId(id)
      if (document_id === null || typeof path !== 'string' || typeof mime !== 'string') return
      const found = hasText(mime) ? await textOf(path, mime, MOST) : null
      const content = found === null ? '' : storable(found)
      await inTransaction(async (ctx) => {
        const document = await ctx.find(documents, document_id)
        // It may have been deleted, or have another file by now.
        if (document?.path !== path) return
        const [known] = await ctx.all(documentTexts, { document_id })
        if (!content) return known && ctx.remove(documentTexts, known.id)
        await ctx.save(documentTexts, {
          ...(known && { id: known.id }),
          project_id: document.project_id,
          document_id,
          content,
        })
      })
    },
  },
}
