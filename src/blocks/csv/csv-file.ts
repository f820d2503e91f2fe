import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { formatCsv, parseCsv } from '#lib/csv.ts'
import { textKey } from '#lib/text-key.ts'
import { readCell, UnreadCell } from './cells.ts'

export { UnreadCell }

/** A column of a CSV file: a field, or a part of one (`address.city`), with optional conversions to and from text. */
export interface CsvColumn<R> {
  name: string
  header?: string
  /** What other systems call it, besides the header and the name: "Job #", "Bill to". */
  also?: readonly string[]
  /** The field whose text it is a part of, after those of the columns before it: a first name. It is read and never written. */
  joins?: string
  write?: (record: R) => unknown
  /** @throws UnreadCell for text that cannot be converted. By default the field's kind decides how it is read. */
  read?: (text: string) => unknown
}

/** A cell that could not be read: its position, content and error message. */
export interface Unread {
  line: number
  /** The column's field. */
  name: string
  cell: string
  text: string
}

export const headerOf = <R>(entity: Entity, { name, header }: CsvColumn<R>) =>
  header ?? labelOf(name, (entity.fields as Fields)[name])

/** Writes records as CSV with a header line. */
export function toCsv<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  records: readonly RecordOf<E>[],
): string {
  const written = columns.filter(({ joins }) => joins === undefined)
  const value = (record: RecordOf<E>, column: CsvColumn<RecordOf<E>>) =>
    column.write?.(record) ?? (record as Record<string, unknown>)[column.name]
  return formatCsv([
    written.map((column) => headerOf(entity, column)),
    ...records.map((record) => written.map((column) => value(record, column))),
  ])
}

/** The content of a spreadsheet: its column titles, and the rows that are not empty, with the line numbers it shows. */
export interface Sheet {
  readonly titles: readonly string[]
  readonly rows: readonly { line: number; cells: readonly string[] }[]
}

export function sheetOf(text: string): Sheet {
  const filled = parseCsv(text).flatMap((cells, at) =>
    cells.some((cell) => cell.trim()) ? [{ cells, line: at + 1 }] : [],
  )
  const [{ cells: titles } = { cells: [] }, ...rows] = filled
  return { titles: titles.map((title) => title.trim()), rows }
}

/** Which field each column of a sheet holds, by its position; null for one that is left out. */
export type Mapping = readonly (string | null)[]

/** A title as it is compared: "Job #", "job no." and "JOB_NUMBER" are one. */
const key = (title: string) =>
  textKey(title)
    .replaceAll('_', ' ')
    .replaceAll(/#|\b(?:no|nr|num)\b/g, ' number')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const isCalled = <E extends Entity>(entity: E, column: CsvColumn<RecordOf<E>>, title: string) =>
  [headerOf(entity, column), column.name, ...(column.also ?? [])].some((name) => key(name) === key(title))

/** The columns by their titles, or by what was chosen before for a title. */
export function mapByTitle<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  { titles }: Sheet,
  chosen: Readonly<Record<string, string | null>> = {},
): Mapping {
  const taken = new Set<string>()
  // Devices may remember titles as they were compared before.
  const known = new Map(Object.entries(chosen).map(([title, name]) => [key(title), name]))
  return titles.map((title) => {
    const before = known.get(key(title))
    const found =
      before === undefined
        ? columns.find((column) => isCalled(entity, column, title))
        : columns.find(({ name }) => name === before)
    if (!found || taken.has(found.name)) return null
    taken.add(found.name)
    return found.name
  })
}

/** What was chosen for each title, for the next file with these. */
export const choicesOf = ({ titles }: Sheet, mapping: Mapping): Record<string, string | null> =>
  Object.fromEntries(titles.map((title, at) => [key(title), mapping[at] ?? null]))

export interface CsvDraft {
  /** The line number as in a spreadsheet, where the header is line 1. */
  line: number
  draft: Record<string, unknown>
}

/** Reads the rows of a sheet by its mapping. Empty cells are left out. */
export function readSheet<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  sheet: Sheet,
  mapping: Mapping,
): { drafts: CsvDraft[]; unread: Unread[] } {
  const fields: Fields = entity.fields
  const unread: Unread[] = []
  // In the order of the columns, whatever that of the file is: a first name is before a last one.
  const found = columns.flatMap((column) => {
    const at = mapping.indexOf(column.name)
    return at < 0 ? [] : [{ column, at }]
  })
  const valueOf = (column: CsvColumn<RecordOf<E>>, cell: string, line: number): [string, unknown][] => {
    try {
      if (column.joins) return [[column.joins, cell]]
      return [[column.name, column.read ? column.read(cell) : readCell(column.name, fields[column.name], cell)]]
    } catch (error) {
      if (!(error instanceof UnreadCell)) throw error
      unread.push({ line, name: column.name, cell, text: error.message })
      return []
    }
  }
  const drafts = sheet.rows.map(({ cells, line }) => ({
    line,
    draft: nested(
      found.flatMap(({ column, at }) => {
        const sent = cells[at]?.trim() ?? ''
        return sent === '' ? [] : valueOf(column, sent, line)
      }),
    ),
  }))
  return { drafts, unread }
}

/**
 * A record of values, in which those of parts are together: `address.city` is the city of `address`, and texts of one field
 * follow each other.
 */
function nested(values: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const draft: Record<string, unknown> = {}
  for (const [name, value] of values) {
    const [field = '', part] = name.split('.')
    if (part !== undefined) draft[field] = { ...(draft[field] as object | undefined), [part]: value }
    else draft[field] = typeof draft[field] === 'string' ? `${draft[field]} ${String(value)}` : value
  }
  return draft
}

/** The columns of required fields that a mapping has none for. */
export function missingIn<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  mapping: Mapping,
): CsvColumn<RecordOf<E>>[] {
  const fields: Fields = entity.fields
  const isThere = (field: string) =>
    columns.some(({ name, joins }) => (joins ?? name) === field && mapping.includes(name))
  return columns.filter(({ name }) => {
    const field = fields[name]
    return field && !field.facts.optional && field.fallback === undefined && !isThere(name)
  })
}
