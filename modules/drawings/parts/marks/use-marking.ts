import { useEach } from '#blocks/batch/use-each.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useUndo } from '#blocks/undo/use-undo.ts'
import type { Result } from '#core/resource/result.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { markups, type DrawingRevision, type DrawingSheet, type Markup } from '../../entities.ts'
import { moved } from '../sheet/camera.ts'

export type MarkDraft = DraftOf<typeof markups>

/** What of a mark is copied. */
const copied = ({ type, geometry, color, width, text, measurement, unit }: Markup): MarkDraft => ({
  type,
  geometry,
  color,
  width,
  text,
  measurement,
  unit,
})

/** Marks that were copied, until the page is left, so that they can be pasted on other sheets. */
let clipboard: readonly MarkDraft[] = []

/** Makes, changes and deletes marks on a revision, and takes it back. @useSignals */
export function useMarking(sheet: DrawingSheet, revision: DrawingRevision) {
  const { api } = useServices()
  const report = useOutcome()
  const { done, undone, undo, redo } = useUndo()
  const { each } = useEach<Markup>({ noun: ['markup', 'markups'], nameOf: markups.display.title })
  const resource = api(markups, { drawing_sheet_id: sheet.id })

  /** Says only what failed: the mark itself shows the rest. */
  function shown<T>(result: Result<T>): T | null {
    if (result.ok) return result.data
    report(result, '')
    return null
  }
  const add = async (draft: MarkDraft): Promise<Markup | null> =>
    shown(await resource.save({ revision_id: revision.id, ...draft }))

  return {
    counts: { done, undone },
    add,
    change: async (mark: Markup, change: MarkDraft) => void shown(await resource.save({ id: mark.id, ...change })),
    remove: async (mark: Markup) => void shown(await resource.remove(mark.id)),
    copy(mark: Markup) {
      clipboard = [copied(mark)]
    },
    async paste() {
      for (const draft of clipboard) {
        const geometry = draft.geometry && moved(draft.geometry, 0.01, 0.01)
        await add({ ...draft, ...(geometry && { geometry }) })
      }
    },
    publish: async (marks: readonly Markup[]) =>
      void (await each(marks, 'published', ({ id }) => resource.act(id, 'publish'))),
    undo,
    redo,
  }
}
export type Marking = ReturnType<typeof useMarking>
