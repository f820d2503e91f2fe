import type { Keeps } from '#core/module/keeps.ts'
import { loadPdfEngine } from '#lib/pdf/pdf-document.ts'
import { drawingRevisions, drawingSheets } from '../../entities.ts'
import { fileOf, keyOf, previewOf, thumbOf } from '../addresses.ts'

/** The current sheets of a job, by discipline, with their pictures; their marks are kept as records. */
const keptSheets: Keeps = {
  noun: ['sheet', 'sheets'],
  async items(of) {
    const revisions = await of(drawingRevisions)
    const byId = new Map(revisions.map((one) => [one.id, one]))
    const sheets = await of(drawingSheets)
    const current = new Set(sheets.map(({ current_revision_id }) => current_revision_id))
    const isOld = ({ id, superseded_at }: (typeof revisions)[number]) => superseded_at !== null && !current.has(id)
    return [
      ...sheets.flatMap(({ current_revision_id: id, discipline, bytes }) => {
        if (id === null) return []
        const revision = { id, stamped: byId.get(id)?.stamped ?? null }
        const file = { path: fileOf(revision), key: keyOf(revision), bytes: revision.stamped === null ? bytes : null }
        const pictures = [thumbOf(id), previewOf(revision)].map((path) => ({ path, bytes: null }))
        return [{ group: discipline, files: [file, ...pictures] }]
      }),
      ...revisions.filter(isOld).map(({ id }) => {
        const revision = { id, stamped: null }
        return { isOld: true, files: [{ path: fileOf(revision), key: keyOf(revision), bytes: null }] }
      }),
    ]
  },
  opens: loadPdfEngine,
}
export default keptSheets
