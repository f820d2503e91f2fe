import { useState } from 'react'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { Failure, Result } from '#core/resource/result.ts'
import { messageOf } from '#core/resource/messages.ts'
import { formatCsv } from '#lib/csv.ts'
import { toastFailure } from '../failure/toast-failure.ts'
import { useResource } from '../services/services.tsx'
import {
  choicesOf,
  headerOf,
  mapByTitle,
  missingIn,
  readSheet,
  type CsvColumn,
  type Mapping,
  type Sheet,
  type Unread,
} from './csv-file.ts'
import { planImport, type PlannedLine, type Remark } from './plan.ts'
import { recallMapping, rememberMapping } from './remembered-mapping.ts'

/** The maximum number of records in one request. */
const BATCH = 500
/** How many values one request looks for. */
const LOOKED_UP = 100
/** Of up to so many records all are fetched, so that capitals and accents make no difference. */
const MOST_FETCHED = 3000

/** What is imported, and how its lines are read. */
export interface Importing<E extends Entity> {
  entity: E
  columns: readonly CsvColumn<RecordOf<E>>[]
  /** The fields that tell which record a line means, the first that the line has a value for. */
  by: readonly (keyof E['fields'] & string)[]
  /** What a line for a new record comes to, with what it does not say. */
  complete?: Parameters<typeof planImport>[4]
  /** Fetches what the columns need to be read. */
  prepare?: () => Promise<void>
}

/** What is known of a chosen file. */
export interface Checked {
  readonly sheet: Sheet
  readonly mapping: Mapping
  /** The labels of required columns that the file does not have. */
  readonly missing: readonly string[]
  readonly unread: readonly Unread[]
  /** What is to be saved, line by line. */
  readonly lines: readonly PlannedLine[]
  /** Why lines cannot be imported, in the order of the file. */
  readonly problems: readonly Remark[]
  readonly alike: readonly Remark[]
}

/** What an import came to. */
export interface Imported<R> {
  readonly added: readonly R[]
  readonly changed: readonly R[]
  /** What the requests answered that saved them, for Undo. */
  readonly results: readonly Result<unknown>[]
}

const cut = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

interface Import<E extends Entity> extends Importing<E> {
  readonly resource: Resource<E>
  readonly setChecked: (checked: Checked) => void
  readonly setProgress: (part: number | null) => void
}

/** Sends lines together. @returns what was saved, and the server's objections by line */
async function send<E extends Entity>(
  { resource }: Import<E>,
  lines: readonly PlannedLine[],
  dryRun: boolean,
): Promise<{ saved: readonly RecordOf<E>[]; problems: Remark[]; answer: Result<unknown> }> {
  // The columns belong to the entity, and the server validates every value again.
  const drafts = lines.map(({ draft }) => draft as DraftOf<E>)
  const answer = await resource.saveMany(drafts, { dryRun, online: true })
  if (answer.ok) return { saved: answer.data, problems: [], answer }
  const named = Object.entries(answer.errors).flatMap(([key, messages]) => {
    const line = lines[Number(/^data\.(\d+)\./.exec(key)?.[1])]?.line
    return line === undefined ? [] : messages.map((text) => ({ line, text }))
  })
  if (named.length) return { saved: [], problems: named, answer }
  const text = messageOf(answer) ?? answer.message
  return { saved: [], problems: lines.map(({ line }) => ({ line, text })), answer }
}

/** All records, or of many only those that have one of these values in a field, written exactly so. */
async function lookUp<E extends Entity>(
  { entity, resource }: Import<E>,
  wanted: ReadonlyMap<string, readonly string[]>,
): Promise<{ ok: true; data: readonly RecordOf<E>[] } | Failure> {
  const everything = entity.filters.status?.field.facts.choices?.includes('all') ? { status: 'all' } : {}
  const first = await resource.fetchPage({ ...everything, page: 1, per_page: 1 })
  if (!first.ok) return first
  if ((first.data.total ?? Infinity) <= MOST_FETCHED) return resource.fetchAll(everything)
  const found = new Map<number, RecordOf<E>>()
  for (const [name, values] of wanted)
    for (const some of cut([...new Set(values)], LOOKED_UP)) {
      const answer = await resource.fetchAll({ ...everything, [name]: some })
      if (!answer.ok) return answer
      for (const one of answer.data) found.set(one.id, one)
    }
  return { ok: true, data: [...found.values()] }
}

async function check<E extends Entity>(on: Import<E>, sheet: Sheet, mapping: Mapping): Promise<void> {
  const { setProgress, prepare, entity, columns, by, complete, setChecked } = on
  setProgress(0)
  await prepare?.()
  const missing = missingIn(entity, columns, mapping)
  const { drafts, unread } = readSheet(entity, columns, sheet, mapping)
  const readable = drafts.filter(({ line }) => !unread.some((one) => one.line === line))
  const valuesOf = (name: string) =>
    readable.flatMap(({ draft }) => (draft[name] === undefined ? [] : [String(draft[name])]))
  const names = [...new Set([...by, ...('name' in (entity.fields as Fields) ? ['name'] : [])])]
  const known = await lookUp(on, new Map(names.map((name) => [name, valuesOf(name)])))
  // Without knowing what is there, every line would count as new.
  if (!known.ok) {
    setProgress(null)
    return toastFailure(known)
  }
  const plan = planImport(entity, readable, known.data, by, complete)
  const problems: Remark[] = [...unread, ...plan.problems]
  const batches = cut(
    plan.lines.filter(({ kind }) => kind !== 'same'),
    BATCH,
  )
  if (!missing.length)
    for (const [at, batch] of batches.entries()) {
      problems.push(...(await send(on, batch, true)).problems)
      setProgress((at + 1) / batches.length)
    }
  const refused = new Set(problems.map(({ line }) => line))
  setProgress(null)
  setChecked({
    sheet,
    mapping,
    missing: missing.map((column) => headerOf(entity, column)),
    unread,
    lines: plan.lines.filter(({ line }) => !refused.has(line)),
    problems: problems.toSorted((a, b) => a.line - b.line),
    alike: plan.alike.filter(({ line }) => !refused.has(line)),
  })
}

/** Saves what can be saved, but for lines that are left out. Lines that fail now stay, with the reason. */
async function save<E extends Entity>(
  on: Import<E>,
  checked: Checked,
  without: ReadonlySet<number>,
): Promise<Imported<RecordOf<E>>> {
  const { setChecked, setProgress } = on
  const wanted = checked.lines.filter(({ line, kind }) => kind !== 'same' && !without.has(line))
  const batches = cut(wanted, BATCH)
  const saved: RecordOf<E>[] = []
  const problems: Remark[] = []
  const results: Result<unknown>[] = []
  for (const [at, batch] of batches.entries()) {
    setProgress(at / batches.length)
    const first = await send(on, batch, false)
    const refused = new Set(first.problems.map(({ line }) => line))
    // Since they were tried, someone else may have saved the same: the others of the batch go in without those.
    const rest = batch.filter(({ line }) => !refused.has(line))
    const done = refused.size && rest.length ? await send(on, rest, false) : first
    problems.push(...first.problems, ...(done === first ? [] : done.problems))
    saved.push(...done.saved)
    results.push(done.answer)
  }
  setProgress(null)
  setChecked({
    ...checked,
    lines: [],
    alike: checked.alike.filter(({ line }) => without.has(line)),
    problems: [...checked.problems, ...problems].toSorted((a, b) => a.line - b.line),
  })
  const before = new Set(wanted.map(({ draft }) => draft.id))
  const { added = [], changed = [] } = Object.groupBy(saved, ({ id }) => (before.has(id) ? 'changed' : 'added'))
  return { added, changed, results }
}

/**
 * Imports a spreadsheet: reads it, finds the records that its lines change, tries everything without saving, and saves the
 * lines that can be saved.
 */
export function useImport<E extends Entity>(importing: Importing<E>) {
  const { entity, columns } = importing
  const resource = useResource(entity)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [progress, setProgress] = useState<number | null>(null)

  const on: Import<E> = { ...importing, resource, setChecked, setProgress }

  return {
    checked,
    progress,
    open: (sheet: Sheet) => check(on, sheet, mapByTitle(entity, columns, sheet, recallMapping(entity.name))),
    /** Reads the file once more, after records that it names were added. */
    again: () => checked && void check(on, checked.sheet, checked.mapping),
    /** Chooses what a column holds, which is remembered for files with the same titles. */
    map(at: number, name: string | null) {
      if (!checked) return
      const mapping = checked.mapping.map((before, other) => {
        if (other === at) return name
        return before === name ? null : before
      })
      rememberMapping(entity.name, choicesOf(checked.sheet, mapping))
      void check(on, checked.sheet, mapping)
    },
    close: () => setChecked(null),
    run: async (without: ReadonlySet<number>) => checked && save(on, checked, without),
  }
}

/** The lines that were not imported, as they were in the file, with the reasons in a column of their own. */
export function remainder({ sheet, problems }: Pick<Checked, 'sheet' | 'problems'>, alike: readonly Remark[]): string {
  const reasons = Map.groupBy([...problems, ...alike], ({ line }) => line)
  return formatCsv([
    [...sheet.titles, 'Reason'],
    ...sheet.rows.flatMap(({ line, cells }) => {
      const own = reasons.get(line)
      if (!own) return []
      return [[...sheet.titles.map((_, at) => cells[at] ?? ''), own.map(({ text }) => text).join(' ')]]
    }),
  ])
}
