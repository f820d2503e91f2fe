import { batch, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Base } from '#core/entity/entity.ts'
import type { Truth } from '#core/query/matches.ts'
import type { Change } from '#core/store/events.ts'
import { place } from './place.ts'

interface Deps<R extends Base> {
  /** The loaded rows, which are the first of all. */
  readonly ids: Signal<readonly Id[]>
  /** The number of all rows; undefined until known. */
  readonly total: Signal<number | undefined>
  /** How many of them are to be loaded; undefined until known. */
  expected(): number | undefined
  recordOf(id: Id): R | undefined
  /** Whether a record belongs to the list, as far as its own fields tell. */
  belongs(record: R): Truth
  /** The fields that decide whether a record belongs. */
  decisive(): ReadonlySet<string>
  /** The list's order; undefined when other records decide it. */
  order(): ((a: R, b: R) => number) | undefined
  /** The values the list is sorted by. */
  sortOf(record: R): unknown
  /** Asks the server for the total. */
  recount(): void
  /** Asks the server for the loaded rows. */
  reload(): void
  /** Loads more rows when too few are left. */
  fill(): void
}

/** Lets saved and deleted records take their place in a list's loaded rows, or leave, and keeps the total right. */
export function createIntake<R extends Base>(list: Deps<R>) {
  const { ids, total } = list
  const hasMore = () => ids.peek().length < (list.expected() ?? Number.POSITIVE_INFINITY)

  function adjust(by: number | 'unknown') {
    const known = total.peek()
    if (by === 'unknown' || known === undefined) list.recount()
    else total.value = Math.max(0, known + by)
  }

  /** What a record that is not among the loaded rows means for the total. */
  function countOther({ record, before, fields }: Change<R>, belongsNow: boolean, isCounted: boolean) {
    if (before) {
      const belonged = list.belongs(before)
      if (belonged !== belongsNow) adjust(belonged === 'unknown' || isCounted ? 'unknown' : belongsNow ? 1 : -1)
    } else if (wasCreated(record)) {
      // An answer that has all rows, but not this one, was given before it.
      if (belongsNow) adjust(isCounted && hasMore() ? 'unknown' : 1)
    } else if (!fields || fields.some((name) => list.decisive().has(name))) adjust('unknown')
  }

  /** Whether a record that other records place has kept its place behind the loaded rows, as it had before. */
  function staysAway({ record, before, fields }: Change<R>): boolean {
    if (ids.peek().includes(record.id)) return false
    if (fields?.length === 0) return true
    return before !== undefined && list.belongs(before) === true && list.sortOf(before) === list.sortOf(record)
  }

  /** @param isCounted whether the total may include the change already, because the server counted meanwhile */
  function take(change: Change<R>, isCounted: boolean) {
    const { record, before } = change
    const wasShown = ids.peek().includes(record.id)
    const belongsNow = list.belongs(record)
    if (belongsNow === 'unknown') return list.reload()
    if (!belongsNow && wasShown) return drop([record.id])
    const compare = list.order()
    const mayStay =
      wasShown && before && (compare ? compare(before, record) === 0 : list.sortOf(before) === list.sortOf(record))
    if (mayStay) return
    if (belongsNow && !compare) return staysAway(change) ? undefined : list.reload()
    const more = hasMore()
    if (!wasShown) countOther(change, belongsNow, isCounted)
    if (!belongsNow || !compare) return
    const placed = place({ ids: ids.peek(), hasMore: more, recordOf: list.recordOf, compare }, record)
    if (placed !== ids.peek()) ids.value = placed
    list.fill()
  }

  function drop(gone: readonly Id[]) {
    const out = new Set(gone)
    const rest = ids.peek().filter((id) => !out.has(id))
    const dropped = ids.peek().length - rest.length
    if (!dropped) return
    ids.value = rest
    adjust(-dropped)
    list.fill()
  }

  return {
    hasMore,
    saved: (changes: readonly Change<R>[], { isCounted = false } = {}) =>
      batch(() => {
        for (const change of changes) take(change, isCounted)
      }),
    gone: (gone: readonly Id[], before: ReadonlyMap<Id, R>) =>
      batch(() => {
        const shown = new Set(ids.peek())
        drop(gone)
        for (const id of gone) {
          if (shown.has(id)) continue
          const record = before.get(id)
          const belonged = record ? list.belongs(record) : 'unknown'
          if (belonged !== false) adjust(belonged === 'unknown' ? belonged : -1)
        }
      }),
  }
}

/** A record that was just created, and so was in no list before. */
const wasCreated = ({ created_at, updated_at }: Base) => created_at === updated_at
