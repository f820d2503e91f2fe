import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { Failure } from '#core/resource/result.ts'
import type { Groups } from '#core/store/groups.ts'
import { steady } from '#core/store/watched.ts'
import type { Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { readHours } from '#lib/read-number.ts'
import type { CellChange } from '#ui/grid-sheet/grid-sheet.tsx'
import type { Cell } from '#ui/grid-sheet/sheet-cell.tsx'
import type { EntryType, TimeEntry } from '../../entities.ts'
import { hoursProblem, type EntryDraft } from './sheet.ts'

/** The work that a column of the day sheet stands for: a project's cost code, or a type other than standard. */
export interface Work {
  readonly type: EntryType
  readonly project_id: Id | null
  readonly cost_code_id: Id | null
}

/** The key of the column that a kind of work, or an entry, belongs to. */
export const workKey = ({ type, project_id, cost_code_id }: Work): string =>
  type === 'standard' ? `${project_id}:${cost_code_id}` : type

export function workOf(key: string): Work {
  const [project, code] = key.split(':')
  return code === undefined
    ? { type: key as EntryType, project_id: null, cost_code_id: null }
    : { type: 'standard', project_id: Number(project), cost_code_id: Number(code) }
}

export const cellKey = (row: string, column: string): string => `${row} ${column}`

/** Time entries by row and column of a sheet. */
export type ByCell = Groups<TimeEntry, string>

export interface DaySheet {
  cell(row: string, column: string): ReadonlySignal<Cell>
  change(changes: readonly CellChange[]): Promise<void>
  /** True while any typed value is being saved or was refused. */
  readonly unsaved: ReadonlySignal<boolean>
}

interface Overlay {
  text: string
  problem?: string | undefined
}

interface Deps {
  byCell: ByCell
  day: Day
  save(drafts: EntryDraft[]): Promise<{ ok: true } | Failure>
  remove(id: Id): Promise<{ ok: true } | Failure>
  /** The message for a failure that does not belong to one cell. */
  messageFor(failure: Failure): string
}

/**
 * A day's hours by person and work. Typed values show at once and each change is saved in one request; refused values
 * stay in their cells with the error.
 */
export function createDaySheet({ byCell, day, save, remove, messageFor }: Deps): DaySheet {
  const overlays = new Map<string, Signal<Overlay | null>>()
  const cells = new Map<string, ReadonlySignal<Cell>>()
  const overlayOf = (key: string) => {
    const known = overlays.get(key) ?? signal<Overlay | null>(null)
    overlays.set(key, known)
    return known
  }
  const open = signal<ReadonlySet<string>>(new Set())
  function show(key: string, overlay: Overlay | null) {
    overlayOf(key).value = overlay
    const others = [...open.peek()].filter((one) => one !== key)
    open.value = new Set(overlay ? [...others, key] : others)
  }
  const entriesAt = (key: string): readonly TimeEntry[] => byCell.of(key).peek()

  function cell(row: string, column: string): ReadonlySignal<Cell> {
    const key = cellKey(row, column)
    const known = cells.get(key)
    if (known) return known
    const [entries, overlay] = [byCell.of(key), overlayOf(key)]
    const made = steady((): Cell => {
      const over = overlay.value
      if (over) return over
      const [one, ...others] = entries.value
      if (!one) return { text: '' }
      const sum = entries.value.reduce((hours, entry) => hours + entry.hours, 0)
      return others.length ? { text: formatHours(sum), readonly: true } : { text: String(one.hours) }
    })
    cells.set(key, made)
    return made
  }

  async function change(changes: readonly CellChange[]) {
    const drafts: { key: string; draft: EntryDraft }[] = []
    const removals: { key: string; id: Id }[] = []
    for (const { row, column, text } of changes) {
      const key = cellKey(row, column)
      const hours = readHours(text)
      const [entry] = entriesAt(key)
      const problem = hoursProblem(hours)
      show(key, { text, ...(problem && { problem }) })
      if (problem) continue
      if (hours)
        drafts.push({
          key,
          draft: entry ? { id: entry.id, hours } : { user_id: Number(row), date: day, hours, ...workOf(column) },
        })
      else if (entry) removals.push({ key, id: entry.id })
      else show(key, null)
    }
    const settle = (key: string, problem?: string) =>
      show(key, problem ? { text: overlayOf(key).peek()?.text ?? '', problem } : null)
    if (drafts.length) {
      const result = await save(drafts.map(({ draft }) => draft))
      for (const [at, { key }] of drafts.entries())
        settle(key, result.ok ? undefined : problemAt(result, at, messageFor))
    }
    for (const { key, id } of removals) {
      const result = await remove(id)
      if (result.ok) settle(key)
      // The entry still exists, so its hours are shown again instead of an empty cell.
      else show(key, { text: String(entriesAt(key)[0]?.hours ?? ''), problem: messageFor(result) })
    }
  }

  return { cell, change, unsaved: computed(() => open.value.size > 0) }
}

/** The error of one draft among many: its own, or that it was not saved because of another. */
function problemAt(failure: Failure, at: number, messageFor: (failure: Failure) => string): string {
  const own = Object.entries(failure.errors).find(([key]) => key === `data.${at}` || key.startsWith(`data.${at}.`))
  if (own) return own[1][0] ?? ''
  return Object.keys(failure.errors).length ? 'Not saved, because of another cell.' : messageFor(failure)
}
