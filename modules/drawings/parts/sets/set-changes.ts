import type { Id } from '#core/access/access.ts'
import type { DrawingRevision } from '../../entities.ts'

/** What a published page of a set changed: a sheet that is new, or a revision that it superseded. */
export interface SetChange {
  readonly id: Id
  readonly sheet: Id
  readonly number: string
  readonly title: string
  readonly revision: string | null
  /** The revision before it that this person sees; null for a new sheet. */
  readonly before: { readonly id: Id; readonly revision: string | null } | null
  /** What has superseded it since. */
  readonly since: string | null
}

type Known = Pick<
  DrawingRevision,
  'id' | 'drawing_id' | 'drawing_sheet_id' | 'number' | 'title' | 'revision' | 'published_at' | 'superseded_by'
>

const inOrder = (a: Known, b: Known) => (a.published_at ?? '').localeCompare(b.published_at ?? '') || a.id - b.id

/** What the published pages of a set changed, by number, among the revisions of its project. */
export function changesOf(set: Id, revisions: readonly Known[]): SetChange[] {
  const published = revisions.filter(({ published_at }) => published_at !== null).toSorted(inOrder)
  const last = new Map<Id, Known>()
  const changes: SetChange[] = []
  for (const one of published) {
    const { id, drawing_id, drawing_sheet_id: sheet, number, title, revision, superseded_by } = one
    if (sheet === null) continue
    const before = last.get(sheet)
    last.set(sheet, one)
    if (drawing_id !== set) continue
    changes.push({
      id,
      sheet,
      number: number ?? '',
      title: title ?? '',
      revision,
      before: before ? { id: before.id, revision: before.revision } : null,
      since: superseded_by,
    })
  }
  return changes.toSorted((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true }))
}
