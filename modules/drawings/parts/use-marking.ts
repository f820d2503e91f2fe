import { useRef, useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { markups, type DrawingRevision, type DrawingSheet, type Markup } from '../entities.ts'
import { moved } from './sheet/camera.ts'

export type MarkDraft = DraftOf<typeof markups>

/** A change that can be taken back. A mark that is made again has another id, so steps name it by a key. */
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
  const [counts, setCounts] = useState({ done: 0, undone: 0 })
  const count = () => setCounts({ done: steps.current.done.length, undone: steps.current.undone.length })

  async function create(draft: MarkDraft): Promise<Markup | null> {
    const result = await resource.save({ ...draft, revision_id: revision.id })
    if (result.ok) return result.data
    report(result, '')
    return null
  }
  async function note(step: Step) {
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
  const remove = (id: Id) => resource.remove(id).then((result) => result.ok || report(result, ''))

  return {
    counts,
    async add(draft: MarkDraft): Promise<Markup | null> {
      const made = await create(draft)
      if (!made) return null
      let { id } = made
      await note({
        back: () => remove(id),
        again: async () => {
          id = (await create(draft))?.id ?? id
        },
      })
      return made
    },
    async change(mark: Markup, change: MarkDraft) {
      const before = copied(mark)
      const apply = async (values: MarkDraft) => {
        const result = await resource.save({ id: mark.id, ...values })
        if (!result.ok) report(result, '')
      }
      await apply(change)
      await note({ back: () => apply(before), again: () => apply(change) })
    },
    async remove(mark: Markup) {
      let { id } = mark
      await remove(id)
      await note({
        back: async () => {
          id = (await create(copied(mark)))?.id ?? id
        },
        again: () => remove(id),
      })
    },
    copy(mark: Markup) {
      clipboard = [copied(mark)]
    },
    async paste() {
      for (const draft of clipboard) {
        const geometry = draft.geometry && moved(draft.geometry, 0.01, 0.01)
        const made = await create({ ...draft, ...(geometry && { geometry }) })
        if (made) await note({ back: () => remove(made.id), again: () => create(draft) })
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
