import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { formatWeekday } from '#lib/days.ts'
import { chainOf, nudged, type Moved } from '../../chain.ts'
import type { WorkDays } from '../../days-of.ts'
import type { PhaseBar, ScheduleEvent } from '../../entities.ts'

export type Part = 'move' | 'start' | 'end'

/** A change of dates that is shown and not saved yet. */
export interface Pending {
  /** The bar that is dragged. */
  readonly id: Id
  /** The new days of this bar and of all that move with it. */
  readonly places: ReadonlyMap<Id, Moved>
}

interface ModelDeps {
  bars: ReadonlySignal<readonly PhaseBar[]>
  company: ReadonlySignal<WorkDays>
  nameOf(bar: PhaseBar): string
  save(drafts: readonly ({ id: Id } & Moved)[]): Promise<Result<ScheduleEvent[]>>
  failed(failure: Failure): void
}

export interface GanttModel {
  readonly pending: ReadonlySignal<Pending | null>
  readonly busy: ReadonlySignal<boolean>
  /** The text announced to screen readers. */
  readonly message: ReadonlySignal<string>
  /** Where a bar is shown while something is pending; undefined where it does not move. */
  place(id: Id): ReadonlySignal<Moved | undefined>
  /** Shows a bar moved, stretched or shortened by work days from where it is stored. */
  drag(id: Id, part: Part, days: number): void
  /** The same from where it is shown now, for keys. */
  step(id: Id, part: Part, days: number): void
  /** Saves at once what moves nothing else; the rest waits to be confirmed. */
  drop(): Promise<void>
  /** Saves everything that is pending in one request, or the dragged bar alone. What cannot be saved stays pending. */
  save(alone?: boolean): Promise<void>
  cancel(): void
  /** The names of the bars that move with the dragged one. */
  readonly others: ReadonlySignal<readonly string[]>
}

export function createGanttModel({ bars, company, nameOf, save, failed }: ModelDeps): GanttModel {
  const pending = signal<Pending | null>(null)
  const busy = signal(false)
  const message = signal('')
  const places = new Map<Id, ReadonlySignal<Moved | undefined>>()
  const barOf = (id: Id) => bars.peek().find((one) => one.id === id)

  function show(id: Id, moved: Moved): void {
    if (busy.peek()) return
    const bar = barOf(id)
    if (!bar) return
    const found = chainOf(bars.peek(), id, moved, company.peek())
    const stays = moved.start_date === bar.start_date && moved.end_date === bar.end_date
    pending.value = stays ? null : { id, places: found }
    const count = stays ? 0 : found.size - 1
    const also = count === 0 ? '' : count === 1 ? ' One more bar moves.' : ` ${count} more bars move.`
    message.value = `${nameOf(bar)}: ${formatWeekday(moved.start_date)} – ${formatWeekday(moved.end_date)}.${also}`
  }

  const model: GanttModel = {
    pending,
    busy,
    message,
    others: computed(() => {
      const now = pending.value
      const moved = now ? bars.value.filter(({ id }) => id !== now.id && now.places.has(id)) : []
      return moved.map(nameOf)
    }),
    place(id) {
      const known = places.get(id) ?? computed(() => pending.value?.places.get(id))
      places.set(id, known)
      return known
    },
    drag(id, part, days) {
      const bar = barOf(id)
      if (bar) show(id, nudged(bar, part, days, company.peek()))
    },
    step(id, part, days) {
      const bar = barOf(id)
      const now = pending.peek()
      const shown = now?.id === id ? now.places.get(id) : undefined
      if (bar) show(id, nudged(shown ?? bar, part, days, company.peek()))
    },
    async drop() {
      if (pending.peek()?.places.size === 1) await model.save()
    },
    async save(alone = false) {
      const now = pending.peek()
      if (!now || busy.peek()) return
      const chosen = [...now.places].filter(([id]) => !alone || id === now.id)
      busy.value = true
      const result = await save(chosen.map(([id, moved]) => ({ id, ...moved })))
      busy.value = false
      if (!result.ok) return failed(result)
      pending.value = null
      message.value = chosen.length === 1 ? 'Saved.' : `${chosen.length} bars saved.`
    },
    cancel() {
      if (busy.peek() || !pending.peek()) return
      pending.value = null
      message.value = 'Canceled.'
    },
  }
  return model
}
