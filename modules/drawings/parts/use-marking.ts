import { useRef, useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { markups, type DrawingRevision, type DrawingSheet, type Markup } from '../entities.ts'
import { moved } from './sheet/camera.ts'

export type MarkDraft = DraftOf<typeof markups>

/** A change that can be taken back. */
interface Step {
  back(): Promise<unknown>
  again(): Promise<unknown>
}

/** What of a mark is copied, changed and made again. */
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
  const resource = api(markups, { drawing_sheet_id: sheet.id })
  const steps = useRef<{ done: Step[]; undone: Step[] }>({ done: [], undone: [] })
  /** Marks that were made again have other ids. */
  const renamed = useRef(new Map<Id, Id>())
  const [counts, setCounts] = useState({ done: 0, undone: 0 })
  const count = () => setCounts({ done: steps.current.done.length, undone: steps.current.undone.length })

  async function create(draft: MarkDraft): Promise<Markup | null> {
    const result = await resource.save({ ...draft, revision_id: revision.id })
    if (result.ok) return result.data
    report(result, '')
    return null
  }
  function note(step: Step) {
    steps.current.done.push(step)
    steps.current.undone = []
    count()
  }
  async function take(from: 'done' | 'undone') {
    const step = steps.current[from].pop()
    if (!step) return
    steps.current[from === 'done' ? 'undone' : 'done'].push(step)
    await (from === 'done' ? step.back() : step.again())
    count()
  }
  /** What a mark's id is by now. */
  function current(id: Id): Id {
    const next = renamed.current.get(id)
    return next === undefined ? id : current(next)
  }
  const remove = (id: Id) => resource.remove(current(id)).then((result) => result.ok || report(result, ''))
  async function createAgain(id: Id, draft: MarkDraft) {
    const made = await create(draft)
    if (made) renamed.current.set(current(id), made.id)
  }
  async function add(draft: MarkDraft): Promise<Markup | null> {
    const made = await create(draft)
    if (made) note({ back: () => remove(made.id), again: () => createAgain(made.id, draft) })
    return made
  }

  return {
    counts,
    add,
    async change(mark: Markup, change: MarkDraft) {
      const before = copied(mark)
      const apply = async (values: MarkDraft) => {
        const result = await resource.save({ id: current(mark.id), ...values })
        if (!result.ok) report(result, '')
      }
      await apply(change)
      note({ back: () => apply(before), again: () => apply(change) })
    },
    async remove(mark: Markup) {
      await remove(mark.id)
      note({ back: () => createAgain(mark.id, copied(mark)), again: () => remove(mark.id) })
    },
    copy(mark: Markup) {
      clipboard = [copied(mark)]
    },
    async paste() {
      for (const draft of clipboard) {
        const geometry = draft.geometry && moved(draft.geometry, 0.01, 0.01)
        await add({ ...draft, ...(geometry && { geometry }) })
      }
    },
    async publish(marks: readonly Markup[]) {
      for (const { id } of marks) {
        const result = await resource.act(id, 'publish')
        if (!result.ok) return void report(result, '')
      }
      return undefined
    },
    undo: () => take('done'),
    redo: () => take('undone'),
  }
}
export type Marking = ReturnType<typeof useMarking>
