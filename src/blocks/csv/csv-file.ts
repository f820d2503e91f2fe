import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { formatCsv, parseCsv } from '#lib/csv.ts'
import { textKey } from '#lib/text-key.ts'

/** A column of a CSV file: a field, with optional conversions to and from text. */
export interface CsvColumn<R> {
  name: string
  header?: string
  write?: (record: R) => unknown
  /** @throws UnreadCell for text that cannot be converted. */
  read?: (text: string) => unknown
}

/** Thrown by `read` for a cell that cannot be converted. The message is shown with its line. */
export class UnreadCell extends Error {}

/** A cell that could not be read: its position, content and error message. */
export interface Unread {
  line: number
  /** The column's field. */
  name: string
  cell: string
  text: string
}

const headerOf = <R>(entity: Entity, { name, header }: CsvColumn<R>) =>
  header ?? labelOf(name, (entity.fields as Fields)[name])

/** Writes records as CSV with a header line. */
export function toCsv<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  records: readonly RecordOf<E>[],
): string {
  const value = (record: RecordOf<E>, column: CsvColumn<RecordOf<E>>) =>
    column.write?.(record) ?? (record as Record<string, unknown>)[column.name]
  return formatCsv([
    columns.map((column) => headerOf(entity, column)),
    ...records.map((record) => columns.map((column) => value(record, column))),
  ])
}

export interface CsvDraft {
  /** The line number as in a spreadsheet, where the header is line 1. */
  line: number
  draft: Record<string, unknown>
}

/** Parses a CSV file by its header. Unknown columns are reported rather than dropped silently. */
export function fromCsv<E extends Entity>(
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  text: string,
): { drafts: CsvDraft[]; unknown: string[]; missing: string[]; unread: Unread[] } {
  const filled = parseCsv(text).flatMap((cells, at) =>
    cells.some((cell) => cell.trim()) ? [{ cells, line: at + 1 }] : [],
  )
  const [{ cells: header } = { cells: [] }, ...rows] = filled
  const key = (title: string) => title.trim().toLowerCase().replaceAll('_', ' ')
  const found = header.map((title) =>
    columns.find((column) => key(headerOf(entity, column)) === key(title) || key(column.name) === key(title)),
  )
  const unread: Unread[] = []
  const valueOf = (column: CsvColumn<RecordOf<E>>, cell: string, line: number): [string, unknown][] => {
    try {
      return [[column.name, column.read ? column.read(cell) : cell]]
    } catch (error) {
      if (!(error instanceof UnreadCell)) throw error
      unread.push({ line, name: column.name, cell, text: error.message })
      return []
    }
  }
  const drafts = rows.map(({ cells, line }) => ({
    line,
    draft: Object.fromEntries(
      found.flatMap((column, index) => {
        const sent = cells[index]?.trim() ?? ''
        return column && sent !== '' ? valueOf(column, sent, line) : []
      }),
    ),
  }))
  const fields: Fields = entity.fields
  const missing = columns.filter((column) => {
    const field = fields[column.name]
    return field && !field.facts.optional && field.fallback === undefined && !found.includes(column)
  })
  return {
    drafts,
    unknown: header.filter((title, at) => title.trim() && !found[at]),
    missing: missing.map((column) => headerOf(entity, column)),
    unread,
  }
}

/** Lines with duplicate unique values, each with the first line that has the value and the field's message. */
export function repeatsIn(
  entity: Entity,
  drafts: readonly CsvDraft[],
): { line: number; first: number; text: string }[] {
  return Object.entries(entity.fields as Fields).flatMap(
    ([
      name,
      {
        facts: { unique },
      },
    ]) => {
      if (!unique) return []
      const seen = new Map<string, number>()
      return drafts.flatMap(({ line, draft }) => {
        if (draft[name] === undefined) return []
        const key = textKey(JSON.stringify([...unique.within, name].map((one) => draft[one] ?? null)))
        const first = seen.get(key)
        if (first === undefined) seen.set(key, line)
        return first === undefined ? [] : [{ line, first, text: unique.message }]
      })
    },
  )
}
