import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Day } from '#lib/days.ts'
import type { EntryType, TimeEntry, timeEntries } from '../entities.ts'
import { CODE_REQUIRED, NO_HOURS, PROJECT_REQUIRED } from '../guards.ts'

/** One person's line on the sheet. */
export interface SheetRow {
  /** Identifies the line, since a person may have several. */
  readonly key: number
  readonly user_id: Id
  readonly hours: number | null
  readonly cost_code_id: Id | null
  readonly notes: string
  readonly error?: string | undefined
}

/** The values that apply to every line. */
export interface SheetHead {
  readonly type: EntryType
  readonly date: Day
  readonly project_id: Id | null
  readonly per_diem: boolean
}

export type EntryDraft = DraftOf<typeof timeEntries>

export interface Sheet {
  readonly head: ReadonlySignal<SheetHead>
  readonly rows: ReadonlySignal<readonly SheetRow[]>
  /** The error message for the sheet as a whole. */
  readonly alert: ReadonlySignal<string | null>
  readonly projectError: ReadonlySignal<string | null>
  readonly hours: ReadonlySignal<number>
  /** True when any hours or notes are entered. */
  readonly dirty: ReadonlySignal<boolean>
  setHead(part: Partial<SheetHead>): void
  /** Replaces everything entered. */
  show(head: SheetHead, rows: readonly SheetRow[]): void
  setRow(key: number, part: Partial<Omit<SheetRow, 'key'>>): void
  add(lines: readonly { user_id: Id; hours?: number | null; cost_code_id?: Id | null }[]): void
  remove(key: number): void
  /** Copies the hours and code of the first line with hours to all lines that have none. */
  fillDown(): void
  /** The lines to save. When something is missing, it shows the errors and returns null. */
  drafts(): { rows: readonly SheetRow[]; drafts: EntryDraft[] } | null
  /** Shows the server's errors for `rows` (in the order they were sent) on their lines. */
  refuse(rows: readonly SheetRow[], errors: FieldErrors, message: string | null): void
}

/**
 * The state of the Enter Time form (rule time-entry-type). A type other than standard clears the project, switching back
 * to standard restores the preset one, and changing the project clears the codes.
 */
export function createSheet(preset: { project_id: Id | null; date: Day; own: Id | null }): Sheet {
  let last = 0
  const line = (part: Pick<SheetRow, 'user_id'> & Partial<SheetRow>): SheetRow => ({
    hours: null,
    cost_code_id: null,
    notes: '',
    ...part,
    key: ++last,
  })
  const head = signal<SheetHead>({
    type: 'standard',
    date: preset.date,
    project_id: preset.project_id,
    per_diem: false,
  })
  const rows = signal<readonly SheetRow[]>(preset.own === null ? [] : [line({ user_id: preset.own })])
  const alert = signal<string | null>(null)
  const projectError = signal<string | null>(null)

  function setHead(part: Partial<SheetHead>) {
    const before = head.peek()
    let next = { ...before, ...part }
    if (part.type && part.type !== before.type)
      next = { ...next, project_id: part.type === 'standard' ? preset.project_id : null }
    batch(() => {
      head.value = next
      projectError.value = null
      alert.value = null
      if (next.project_id !== before.project_id)
        rows.value = rows.peek().map((row) => ({ ...row, cost_code_id: null, error: undefined }))
      else rows.value = rows.peek().map((row) => (row.error ? { ...row, error: undefined } : row))
    })
  }

  return {
    head,
    rows,
    alert,
    projectError,
    hours: computed(() => rows.value.reduce((sum, row) => sum + Math.round((row.hours ?? 0) * 100), 0) / 100),
    dirty: computed(() => rows.value.some((row) => (row.hours ?? 0) > 0 || row.notes !== '')),
    setHead,
    show: (shown, lines) =>
      batch(() => {
        head.value = shown
        rows.value = lines
        alert.value = null
        projectError.value = null
      }),
    setRow(key, part) {
      batch(() => {
        alert.value = null
        rows.value = rows.peek().map((row) => (row.key === key ? { ...row, error: undefined, ...part } : row))
      })
    },
    add(lines) {
      rows.value = [...rows.peek(), ...lines.map(line)]
    },
    remove(key) {
      rows.value = rows.peek().filter((row) => row.key !== key)
    },
    fillDown() {
      const from = rows.peek().find(({ hours }) => (hours ?? 0) > 0)
      if (!from) return
      rows.value = rows.peek().map((row) => ({
        ...row,
        hours: row.hours ?? from.hours,
        cost_code_id: row.cost_code_id ?? from.cost_code_id,
        error: undefined,
      }))
    },
    drafts() {
      const { type, date, project_id, per_diem } = head.peek()
      const standard = type === 'standard'
      const filled = rows.peek().filter(({ hours }) => (hours ?? 0) > 0)
      const uncoded = standard && project_id !== null ? filled.filter((row) => row.cost_code_id === null) : []
      batch(() => {
        projectError.value = standard && project_id === null ? PROJECT_REQUIRED : null
        alert.value = filled.length === 0 ? NO_HOURS : uncoded.length ? CODE_REQUIRED : null
        rows.value = rows.peek().map((row) => ({ ...row, error: uncoded.includes(row) ? CODE_REQUIRED : undefined }))
      })
      if (projectError.peek() || alert.peek()) return null
      return {
        rows: filled,
        drafts: filled.map(({ user_id, hours, cost_code_id, notes }) => ({
          user_id,
          type,
          date,
          per_diem,
          project_id: standard ? project_id : null,
          cost_code_id: standard ? cost_code_id : null,
          hours: hours ?? 0,
          notes: notes || null,
        })),
      }
    },
    refuse(sent, errors, message) {
      const byRow = sent.map((_, at) => messageAt(errors, at))
      const project = Object.entries(errors).find(([key]) => key.endsWith('.project_id'))?.[1][0]
      batch(() => {
        projectError.value = project ?? null
        rows.value = rows.peek().map((row) => {
          const at = sent.findIndex(({ key }) => key === row.key)
          return { ...row, error: at < 0 ? undefined : byRow[at] }
        })
        alert.value = byRow.some(Boolean) || project ? null : message
      })
    },
  }
}

/** The error of one draft among many, except for the project, which all lines share. */
const messageAt = (errors: FieldErrors, at: number): string | undefined =>
  Object.entries(errors).find(
    ([key]) => (key === `data.${at}` || key.startsWith(`data.${at}.`)) && !key.endsWith('.project_id'),
  )?.[1][0]

/** The people, hours and codes of the latest day among the entries, to be copied to another day. */
export function linesOf(entries: readonly TimeEntry[]): { user_id: Id; hours: number; cost_code_id: Id | null }[] {
  const last = entries.reduce<Day>((day, entry) => (entry.date > day ? entry.date : day), '')
  return entries
    .filter(({ date }) => date === last)
    .map(({ user_id, hours, cost_code_id }) => ({ user_id, hours, cost_code_id }))
}
