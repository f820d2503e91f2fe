import { useRef, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { DrawingRevision, DrawingSheet, Markup } from '../../entities.ts'
import { moved } from '../sheet/camera.ts'
import type { MarkDraft, Marking } from './use-marking.ts'

let made = 0

/** Marks in the memory of this page, for a sheet that is not on the server. @useSignals */
export function useLocalMarking(
  sheet: DrawingSheet,
  revision: DrawingRevision,
): { marks: readonly Markup[]; marking: Marking } {
  const { session } = useServices()
  const user = session.user.value
  const [marks, setMarks] = useState<readonly Markup[]>([])
  const past = useRef<{ done: (readonly Markup[])[]; undone: (readonly Markup[])[] }>({ done: [], undone: [] })
  const clipboard = useRef<Markup | null>(null)
  const [counts, setCounts] = useState({ done: 0, undone: 0 })

  function become(next: readonly Markup[], from: 'done' | 'undone' | null) {
    if (from) past.current[from].pop()
    past.current[from === 'done' ? 'undone' : 'done'].push(marks)
    if (!from) past.current.undone = []
    setCounts({ done: past.current.done.length, undone: past.current.undone.length })
    setMarks(next)
  }
  const markOf = (draft: MarkDraft): Markup => {
    const now = new Date().toISOString()
    return {
      id: ++made,
      created_at: now,
      updated_at: now,
      deleted_at: null,
      drawing_sheet_id: sheet.id,
      project_id: null,
      revision_id: revision.id,
      user_id: user?.id ?? 0,
      user_name: user?.name ?? '',
      sheet_number: sheet.number,
      revision: revision.revision,
      type: draft.type ?? 'pen',
      geometry: draft.geometry ?? { points: [] },
      bbox: null,
      color: draft.color ?? '#d92d20',
      width: draft.width ?? 2,
      text: draft.text ?? null,
      measurement: draft.measurement ?? null,
      unit: draft.unit ?? null,
      linked_type: null,
      linked_id: null,
      published_id: null,
      published_at: null,
      published_name: null,
      photos: [],
    }
  }
  const marking: Marking = {
    counts,
    async add(draft) {
      const mark = markOf(draft)
      become([...marks, mark], null)
      return mark
    },
    async change(mark, change) {
      const changed = { ...mark, ...change, updated_at: new Date().toISOString() } as Markup
      become(
        marks.map((one) => (one.id === mark.id ? changed : one)),
        null,
      )
    },
    async remove(mark) {
      become(
        marks.filter(({ id }) => id !== mark.id),
        null,
      )
    },
    copy(mark) {
      clipboard.current = mark
    },
    async paste() {
      const { current } = clipboard
      if (current) become([...marks, markOf({ ...current, geometry: moved(current.geometry, 0.01, 0.01) })], null)
    },
    async publish(which) {
      const now = new Date().toISOString()
      setMarks(marks.map((one) => (which.includes(one) ? { ...one, published_at: now, updated_at: now } : one)))
      toast.success(`${which.length} ${which.length === 1 ? 'markup' : 'markups'} published.`)
    },
    async undo() {
      const before = past.current.done.at(-1)
      if (before) become(before, 'done')
    },
    async redo() {
      const after = past.current.undone.at(-1)
      if (after) become(after, 'undone')
    },
  }
  return { marks, marking }
}
