import { useRef, useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { markups, type DrawingRevision, type DrawingSheet, type Markup } from '../entities.ts'
import { moved } from './sheet/camera.ts'

export type MarkDraft = DraftOf<typeof markups>

export const publishedText = (count: number): string =>
  count === 1 ? '1 markup published.' : `${count} markups published.`

/** A change of a mark that can be taken back; both ways say whether they succeeded. */
interface Step {
  readonly mark: Id
  back(): Promise<boolean>
  again(): Promise<boolean>
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

/**
 * Whether a deleted mark can be made again as it was: one's own that nobody else has seen, without photos, which go with
 * it.
 */
export const isRestorable = ({ type, user_id, published_at, photos }: Markup, me: Id | undefined): boolean =>
  user_id === me && published_at === null && type !== 'photo' && !photos.length

/** Marks that were copied, until the page is left, so that they can be pasted on other sheets. */
let clipboard: readonly MarkDraft[] = []

/** Makes, changes and deletes marks on a revision, and takes it back. @useSignals */
export function useMarking(sheet: DrawingSheet, revision: DrawingRevision) {
  const { api, session } = useServices()
  const report = useOutcome()
  const resource = api(markups, { drawing_sheet_id: sheet.id })
  const steps = useRef<{ done: Step[]; undone: Step[] }>({ done: [], undone: [] })
  /** Marks that were made again have other ids. */
  const renamed = useRef(new Map<Id, Id>())
  const [counts, setCounts] = useState({ done: 0, undone: 0 })
  const count = () => setCounts({ done: steps.current.done.length, undone: steps.current.undone.length })

  /** Resolves when all changes so far are saved or refused: a step is noted only then, and one back is the last one. */
  const settled = useRef<Promise<unknown>>(Promise.resolve())
  function following<T>(work: Promise<T>): Promise<T> {
    settled.current = Promise.allSettled([settled.current, work])
    return work
  }

  async function create(draft: MarkDraft): Promise<Markup | null> {
    const result = await resource.save({ revision_id: revision.id, ...draft })
    if (result.ok) return result.data
    report(result, '')
    return null
  }
  function note(step: Step) {
    steps.current.done.push(step)
    steps.current.undone = []
    count()
  }
  const take = (from: 'done' | 'undone') => following(settled.current.then(() => takeNow(from)))
  async function takeNow(from: 'done' | 'undone') {
    const step = steps.current[from].pop()
    if (!step) return
    const succeeded = await (from === 'done' ? step.back() : step.again())
    steps.current[succeeded === (from === 'done') ? 'undone' : 'done'].push(step)
    count()
  }
  /** Drops the steps of marks that are not taken back any more. */
  function forget(ids: readonly Id[]) {
    const gone = new Set(ids.map(current))
    const kept = (step: Step) => !gone.has(current(step.mark))
    steps.current = { done: steps.current.done.filter(kept), undone: steps.current.undone.filter(kept) }
    count()
  }
  /** What a mark's id is by now. */
  function current(id: Id): Id {
    const next = renamed.current.get(id)
    return next === undefined ? id : current(next)
  }
  async function remove(id: Id): Promise<boolean> {
    const result = await resource.remove(current(id))
    if (!result.ok) report(result, '')
    return result.ok
  }
  async function createAgain(id: Id, draft: MarkDraft): Promise<boolean> {
    const made = await create(draft)
    if (made) renamed.current.set(current(id), made.id)
    return made !== null
  }
  const add = (draft: MarkDraft) => following(addNow(draft))
  async function addNow(draft: MarkDraft): Promise<Markup | null> {
    const made = await create(draft)
    if (made) note({ mark: made.id, back: () => remove(made.id), again: () => createAgain(made.id, draft) })
    return made
  }

  async function changeNow(mark: Markup, change: MarkDraft) {
    const before = copied(mark)
    const apply = async (values: MarkDraft) => {
      const result = await resource.save({ id: current(mark.id), ...values })
      if (!result.ok) report(result, '')
      return result.ok
    }
    if (await apply(change)) note({ mark: mark.id, back: () => apply(before), again: () => apply(change) })
  }
  async function removeNow(mark: Markup) {
    if (!(await remove(mark.id))) return
    if (!isRestorable(mark, session.user.peek()?.id)) return forget([mark.id])
    const { revision_id, linked_type, linked_id } = mark
    const draft = { ...copied(mark), revision_id, linked_type, linked_id }
    note({ mark: mark.id, back: () => createAgain(mark.id, draft), again: () => remove(mark.id) })
  }

  return {
    counts,
    add,
    change: (mark: Markup, change: MarkDraft) => following(changeNow(mark, change)),
    remove: (mark: Markup) => following(removeNow(mark)),
    copy(mark: Markup) {
      clipboard = [copied(mark)]
    },
    async paste() {
      for (const draft of clipboard) {
        const geometry = draft.geometry && moved(draft.geometry, 0.01, 0.01)
        await add({ ...draft, ...(geometry && { geometry }) })
      }
    },
    /** Publishes marks until one is refused, and says how many it published, whose steps are not taken back any more. */
    async publish(marks: readonly Markup[]) {
      const results: Result<Markup>[] = []
      for (const { id } of marks) {
        results.push(await resource.act(id, 'publish'))
        if (!results.at(-1)?.ok) break
      }
      const published = results.filter(({ ok }) => ok)
      forget(marks.slice(0, published.length).map(({ id }) => id))
      for (const result of [published.at(-1), results.find(({ ok }) => !ok)])
        if (result) report(result, publishedText(published.length))
    },
    undo: () => take('done'),
    redo: () => take('undone'),
  }
}
export type Marking = ReturnType<typeof useMarking>
