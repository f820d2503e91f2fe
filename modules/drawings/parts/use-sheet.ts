import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import type { Id } from '#core/access/access.ts'
import { textKey } from '#lib/text-key.ts'
import { drawingRevisions, drawingSheets, markups, type DrawingSheet, type Markup } from '../entities.ts'
import { disciplines } from '../disciplines.ts'

const numbers = new Intl.Collator('en', { numeric: true })

/** The sheets of a project in the order of a set: by discipline, then by number. @useSignals */
export function useSheets(project_id: Id) {
  const query = useQuery(drawingSheets, { params: { project_id } })
  const rank = ({ discipline }: DrawingSheet) => disciplines.indexOf(discipline)
  const all = useRecords(query.items).toSorted(
    (a, b) => rank(a) - rank(b) || numbers.compare(textKey(a.number), textKey(b.number)),
  )
  return { all, query }
}

/** A sheet's published revisions, the latest first, and which of them is shown. @useSignals */
export function useRevisions(sheet: DrawingSheet, wanted: Id | null) {
  // With its project, the device knows the answer from what it keeps of the project.
  const filters = { project_id: sheet.project_id, drawing_sheet_id: sheet.id }
  const query = useQuery(drawingRevisions, { across: true, filters })
  const revisions = useRecords(query.items)
    .filter(({ published_at }) => published_at !== null)
    .toSorted((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? '') || b.id - a.id)
  const shown =
    revisions.find(({ id }) => id === wanted) ??
    revisions.find(({ id }) => id === sheet.current_revision_id) ??
    revisions[0] ??
    null
  return { query, revisions, shown }
}

/** The marks on a sheet that this user sees, the oldest first. @useSignals */
export function useMarkups({ id, project_id }: Pick<DrawingSheet, 'id' | 'project_id'>): readonly Markup[] {
  // With its project, the device knows the answer from what it keeps of the project.
  useQuery(markups, { across: true, filters: { project_id, drawing_sheet_id: id } })
  // A mark that has not been sent yet has no project, which the server sets.
  const order = { column: 'id', direction: 'asc' } as const
  const query = useQuery(markups, { across: true, filters: { drawing_sheet_id: id }, order, ask: false })
  return useRecords(query.items)
}
