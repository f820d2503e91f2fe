import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Day } from '#lib/days.ts'
import type { EntryType, TimeEntry, timeEntries } from '../../entities.ts'
import { CODE_REQUIRED, NO_HOURS, PROJECT_REQUIRED } from '../../guards.ts'

/** One person's line on the sheet. */
export interface SheetRow {
  /** Identifies the line, since a person may have several. */
  readonly key: number
  readonly user_id: Id
  /** NaN for a text that is no number. */
  readonly hours: number | null
  /** The line's own project; null for that of the sheet. */
  readonly project_id: Id | null
  readonly cost_code_id: Id | null
  readonly notes: string
  readonly per_diem: boolean
  readonly error?: string | undefined
}

/** The values that apply to every line. */
export interface SheetHead {
  readonly type: EntryType
  readonly date: Day
  readonly project_id: Id | null
  /** What new lines have; changing it changes all of them. */
  readonly per_diem: boolean
}

export type EntryDraft = DraftOf<typeof timeEntries>

/** A line as it is added: the rest is empty. */
export type NewRow = Pick<SheetRow, 'user_id'> &
  Partial<Pick<SheetRow, 'hours' | 'project_id' | 'cost_code_id' | 'per_diem'>>

/** Hours that count: those that can be read, above 0. */
export const countedHours = ({ hours }: Pick<SheetRow, 'hours'>): number => (hours && hours > 0 ? hours : 0)

/** What is wrong with entered hours, whoever they belong to. */
export function hoursProblem(hours: number | null): string | undefined {
  if (hours === null) return undefined
  if (Number.isNaN(hours)) return 'Hours must be a number.'
  if (hours < 0) return 'Hours must be 0 or more.'
  return Math.abs(hours * 100 - Math.round(hours * 100)) < 1e-6 ? undefined : 'Hours may have at most 2 decimals.'
}

/** The project that a line's hours are booked on. */
export const projectOf = (row: Pick<SheetRow, 'project_id'>, head: SheetHead): Id | null =>
  head.type === 'standard' ? (row.project_id ?? head.project_id) : null

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
  add(lines: readonly NewRow[]): void
  remove(key: number): void
  /** Copies the hours and code of the first line with hours to all lines that have none. */
  fillDown(): void
  /** The lines to save. When something is missing, it shows the errors and returns null. */
  drafts(): { rows: readonly SheetRow[]; drafts: EntryDraft[] } | null
  /** Shows the server's errors for `rows` (in the order they were sent) on their lines. */
  refuse(rows: readonly SheetRow[], errors: FieldErrors, message: string | null): void
}

/** What the form was opened for. */
interface Preset {
  project_id: Id | null
  date: Day
  own: Id | null
  /** The hours of that person. */
  hours?: number | null
}
/** What the sheet holds. */
interface Held {
  readonly head: Signal<SheetHead>
  readonly rows: Signal<readonly SheetRow[]>
  readonly alert: Signal<string | null>
  readonly projectError: Signal<string | null>
}

function setHead({ head, rows, alert, projectError }: Held, preset: Preset, part: Partial<SheetHead>) {
  const before = head.peek()
  let next = { ...before, ...part }
  const isOtherType = part.type !== undefined && part.type !== before.type
  if (isOtherType) next = { ...next, project_id: part.type === 'standard' ? preset.project_id : null }
  const changeOf = (row: SheetRow): Partial<SheetRow> | null => {
    // Lines with a project of their own keep it and its code, unless time of another type has neither.
    if (isOtherType) return { project_id: null, cost_code_id: null }
    return next.project_id !== before.project_id && row.project_id === null ? { cost_code_id: null } : null
  }
  head.value = next
  projectError.value = null
  alert.value = null
  const isPaid = part.per_diem === undefined ? null : { per_diem: part.per_diem }
  rows.value = rows.peek().map((row) => {
    const change = changeOf(row)
    return change || isPaid || row.error ? { ...row, error: undefined, ...change, ...isPaid } : row
  })
}

function fillDown({ rows }: Held) {
  const from = rows.peek().find((row) => countedHours(row) > 0)
  if (!from) return
  rows.value = rows.peek().map((row) => ({
    ...row,
    hours: row.hours ?? from.hours,
    ...(row.project_id === from.project_id && { cost_code_id: row.cost_code_id ?? from.cost_code_id }),
    error: undefined,
  }))
}

/** The lines that are saved; null where something is missing, which they then show. */
function filled({ head, rows, alert, projectError }: Held, paysNoHours: boolean): readonly SheetRow[] | null {
  const current = head.peek()
  const isStandard = current.type === 'standard'
  const lines = rows
    .peek()
    .filter(({ hours, per_diem }) => hours !== null && (hours !== 0 || (per_diem && paysNoHours)))
  const uncoded = (row: SheetRow) => isStandard && projectOf(row, current) !== null && row.cost_code_id === null
  const problems = new Map(
    lines.map((row) => [row, hoursProblem(row.hours) ?? (uncoded(row) ? CODE_REQUIRED : undefined)]),
  )
  const isEmpty = lines.length === 0
  const lacksProject = isEmpty ? current.project_id === null : lines.some((row) => projectOf(row, current) === null)
  batch(() => {
    projectError.value = isStandard && lacksProject ? PROJECT_REQUIRED : null
    alert.value = isEmpty ? NO_HOURS : lines.some(uncoded) ? CODE_REQUIRED : null
    rows.value = rows.peek().map((row) => ({ ...row, error: problems.get(row) }))
  })
  return projectError.peek() || alert.peek() || [...problems.values()].some(Boolean) ? null : lines
}

function draftOf(row: SheetRow, head: SheetHead): EntryDraft {
  const { type, date } = head
  return {
    user_id: row.user_id,
    type,
    date,
    per_diem: row.per_diem,
    project_id: projectOf(row, head),
    cost_code_id: type === 'standard' ? row.cost_code_id : null,
    hours: row.hours ?? 0,
    notes: row.notes || null,
  }
}

function refuse(held: Held, sent: readonly SheetRow[], errors: FieldErrors, message: string | null) {
  const byRow = sent.map((_, at) => messageAt(errors, at))
  const project = Object.entries(errors).find(([key]) => key.endsWith('.project_id'))?.[1][0]
  held.projectError.value = project ?? null
  held.rows.value = held.rows.peek().map((row) => {
    const at = sent.findIndex(({ key }) => key === row.key)
    return { ...row, error: at < 0 ? undefined : byRow[at] }
  })
  held.alert.value = byRow.some(Boolean) || project ? null : message
}

/**
 * The state of the Enter Time form (rule time-entry-type). A type other than standard clears the project, switching back
 * to standard restores the preset one, and changing the project clears the codes.
 */
export function createSheet(
  preset: Preset,
  /** Whether per diem is paid for a day without hours, so that a line with 0 hours is saved as well. */
  paysNoHours: () => boolean = () => false,
): Sheet {
  const { date, project_id, own, hours = null } = preset
  const head = signal<SheetHead>({ type: 'standard', date, project_id, per_diem: false })
  let last = 0
  const line = (part: NewRow): SheetRow => ({
    hours: null,
    project_id: null,
    cost_code_id: null,
    notes: '',
    per_diem: head.peek().per_diem,
    ...part,
    key: ++last,
  })
  const rows = signal<readonly SheetRow[]>(own === null ? [] : [line({ user_id: own, hours })])
  const alert = signal<string | null>(null)
  const projectError = signal<string | null>(null)
  const held: Held = { head, rows, alert, projectError }
  return {
    ...held,
    hours: computed(() => rows.value.reduce((sum, row) => sum + Math.round(countedHours(row) * 100), 0) / 100),
    dirty: computed(() => rows.value.some((row) => row.hours !== null || row.notes !== '')),
    setHead: (part) => batch(() => setHead(held, preset, part)),
    show: (shown, lines) =>
      batch(() => {
        head.value = shown
        rows.value = lines
        alert.value = null
        projectError.value = null
      }),
    setRow: (key, part) =>
      batch(() => {
        alert.value = null
        rows.value = rows.peek().map((row) => (row.key === key ? { ...row, error: undefined, ...part } : row))
      }),
    add: (lines) => void (rows.value = [...rows.peek(), ...lines.map(line)]),
    remove: (key) => void (rows.value = rows.peek().filter((row) => row.key !== key)),
    fillDown: () => fillDown(held),
    drafts() {
      const lines = filled(held, paysNoHours())
      return lines && { rows: lines, drafts: lines.map((row) => draftOf(row, head.peek())) }
    },
    refuse: (sent, errors, message) => batch(() => refuse(held, sent, errors, message)),
  }
}

/** The error of one draft among many, except for the project, which all lines share. */
const messageAt = (errors: FieldErrors, at: number): string | undefined =>
  Object.entries(errors).find(
    ([key]) => (key === `data.${at}` || key.startsWith(`data.${at}.`)) && !key.endsWith('.project_id'),
  )?.[1][0]

/**
 * The lines of the latest day among the entries, to be copied to another day; with each line's own project where the sheet
 * has none.
 */
export function linesOf(entries: readonly TimeEntry[], project_id: Id | null): NewRow[] {
  const last = entries.reduce<Day>((day, entry) => (entry.date > day ? entry.date : day), '')
  return entries
    .filter(({ date }) => date === last)
    .map(({ user_id, hours, cost_code_id, per_diem, ...entry }) => ({
      user_id,
      hours,
      cost_code_id,
      per_diem,
      project_id: project_id === null ? entry.project_id : null,
    }))
}
