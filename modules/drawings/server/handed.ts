import type { Id } from '#core/access/access.ts'
import { not } from '#server/define-server.ts'
import { partOf, type OwnFile, type Reading } from '../../handover/slots.ts'
import { drawingRevisions, drawingSheets, markups, type Markup } from '../entities.ts'
import { pdfMark } from '../shape.ts'

/** A copy of a sheet with its marks; null without marks, or where they cannot be put on it: they have a list of their own. */
async function marked(path: string, marks: readonly Markup[], { tools }: Reading) {
  const { pdfs } = tools
  const made = marks.length && pdfs ? await pdfs.annotate(path, marks.map(pdfMark)) : null
  if (!made || !pdfs) return null
  if ('problem' in made) tools.log(`A sheet is handed over without its marks: ${made.problem}`)
  return 'problem' in made ? null : { path: made.file.path, discard: () => pdfs.discard(made.file) }
}

/** The current sheets, with the marks that others see. */
export const handedSheets = partOf({
  key: 'drawings',
  label: 'Drawings',
  order: 70,
  entity: drawingSheets,
  columns: ['discipline', 'current_revision_id'],
  pdf: false,
  async filesOf(sheets, from) {
    const current = sheets.flatMap(({ current_revision_id }) => current_revision_id ?? [])
    const { revisions, marks } = await from.read(async (ctx) => {
      const seen = (await ctx.shown(drawingRevisions, { id: current })).flatMap(({ id }) => id ?? [])
      return {
        revisions: await ctx.pick(drawingRevisions, ['drawing_sheet_id', 'id', 'path'], { id: seen }),
        // All fields of a mark are read by who sees it.
        marks: (await ctx.shown(markups, { revision_id: seen, published_at: not(null) })) as Markup[],
      }
    })
    const files = new Map<Id, OwnFile>()
    for (const { id, drawing_sheet_id, path } of revisions) {
      const sheet = sheets.find((one) => one.id === drawing_sheet_id)
      if (!sheet || path === null) continue
      const own = marks.filter(({ revision_id }) => revision_id === id)
      const name = `${drawingSheets.display.title(sheet)}.pdf`
      files.set(sheet.id, { name, path, made: () => marked(path, own, from) })
    }
    return files
  },
})

export const handedMarks = partOf({
  key: 'drawings',
  label: 'Marks on drawings',
  order: 71,
  entity: markups,
  where: (project_id) => ({ project_id, published_at: not(null) }),
  columns: ['type', 'measurement', 'unit', 'user_id'],
  pdf: false,
})
