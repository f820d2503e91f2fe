import type { Guard } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields, Values } from '../entity/field.ts'
import { parse, type FieldErrors } from '../entity/parse.ts'
import { choice, date } from '../entity/fields.ts'
import { addDays, startOfWeek, type Day, type WeekStart } from '../../lib/days.ts'

/** What a column holds. An `id` is not shown: links are made of it. */
export type CellKind = 'text' | 'date' | 'hours' | 'money' | 'number' | 'percent' | 'id'
export type Cell = string | number | null
/** A line of a report, by column; null is what cannot be said. */
export type ReportRow = Readonly<Record<string, Cell>>
/** What was asked for: the values of a report's filters, as an address has them. */
export type ReportFilters = Readonly<Record<string, string>>

/** A while; null is an open end. */
export interface Days {
  readonly from: Day | null
  readonly to: Day | null
}

export interface ReportColumn {
  readonly label: string
  readonly kind: CellKind
  /** The records behind a cell: an address in the app. */
  readonly href?: (row: ReportRow, days: Days) => string | null
  /** On the page and in its files alone, not in its mail: for what may be kept nowhere else. */
  readonly unmailed?: boolean
  /** Added up in the last row; where that is no sum, the answer says what stands there. */
  readonly total?: boolean
}

/** Bars of one or several parts beside each other by row, or lines from row to row; a `mark` is what is compared with. */
export interface ReportChart {
  readonly kind: 'bars' | 'lines'
  readonly title: string
  /** The columns that name bars or points. */
  readonly by: readonly string[]
  readonly columns: readonly string[]
  readonly mark?: string
  readonly unit: string
}

/** One of the three figures above a report, which its mail says in its text. */
export interface ReportFigure {
  readonly label: string
  readonly value: Cell
  readonly kind: CellKind
}

/** The answer to a report's question about a while. */
export interface ReportAnswer extends Days {
  readonly rows: readonly ReportRow[]
  readonly totals: ReportRow
  readonly figures: readonly ReportFigure[]
  /** The columns that this reader gets, in their order. */
  readonly columns: readonly string[]
}

interface ReportSpec<F extends Fields, C extends string> {
  /** Its address: `/reports/{name}`. */
  readonly name: string
  readonly title: string
  /** What is counted, in a sentence. */
  readonly about: string
  /** Who may ask. Which rows they see is the question's to decide. */
  readonly guard: Guard
  /** Whose changes ask it anew. */
  readonly of: readonly Entity[]
  /** The while that it is about, until its reader chooses another. */
  readonly span: Span
  /** What else it is narrowed by. */
  readonly filters?: F
  readonly columns: Readonly<Record<C, ReportColumn>>
  readonly chart: ReportChart
}

export interface Report<F extends Fields = Fields, C extends string = string> extends Omit<
  ReportSpec<F, C>,
  'filters'
> {
  /** Those of its period, and its own. */
  readonly filters: Fields
  /** Types only: its own. */
  readonly $filters?: F
  /** The values of its filters and the days of its period, on a day of the company; or what is wrong with them. */
  read(
    sent: ReportFilters,
    today: Day,
    weeks: WeekStart,
  ): { readonly values: Readonly<Record<string, unknown>>; readonly errors: FieldErrors; readonly days: Days }
}

/** A report's row as its question gives it, and the values of its filters. */
export type RowOf<R extends Report> = R extends Report<Fields, infer C> ? Readonly<Partial<Record<C, Cell>>> : never
export type FiltersOf<R extends Report> = R extends Report<infer F> ? Values<F> : never

/**
 * Describes a report: its page, CSV, PDF and mail follow from it. Its question is answered on the server.
 * @example defineReport({ name: 'job-cost', title: 'Job cost', guard: can('view', 'projects'), span: 'to_date', … })
 */
export function defineReport<C extends string, F extends Fields = Record<never, never>>(
  report: ReportSpec<F, C>,
): Report<F, C> {
  const { name, chart, columns } = report
  const filters: Fields = { ...period(report.span), ...report.filters }
  for (const column of [...chart.by, ...chart.columns, ...(chart.mark ? [chart.mark] : [])])
    if (!Object.hasOwn(columns, column)) throw new Error(`Report ${name}: its chart shows no column "${column}".`)
  return Object.freeze({
    ...report,
    filters,
    read(sent: ReportFilters, today: Day, weeks: WeekStart) {
      const { values, errors } = parse(filters, { ...sent }, { partial: false })
      const { span = 'to_date', from = null, to = null } = values as Partial<Period>
      return { values, errors, days: periodOf({ span, from, to }, today, weeks) }
    },
  })
}

export const spans = [
  'this_week',
  'last_week',
  'last_4_weeks',
  'last_12_weeks',
  'this_month',
  'last_month',
  'this_year',
  'to_date',
] as const
export type Span = (typeof spans)[number]

/** The filters by which a report's while is chosen: one that moves on with the day, or fixed days in its place. */
const period = (span: Span) => ({
  span: choice(...spans)
    .default(span)
    .label('Period'),
  from: date().optional(),
  to: date().optional(),
})

const WEEKS = { this_week: 0, last_week: 1, last_4_weeks: 4, last_12_weeks: 12 } as const

interface Period extends Days {
  readonly span: Span
}

/** The first and last day of a period. Weeks before this one are whole ones. */
export function periodOf({ span, from, to }: Period, today: Day, weeks: WeekStart): Days {
  if (from || to) return { from, to }
  const month = `${today.slice(0, 7)}-01`
  if (span === 'to_date') return { from: null, to: null }
  if (span === 'this_month') return { from: month, to: today }
  if (span === 'last_month') return { from: `${addDays(month, -1).slice(0, 7)}-01`, to: addDays(month, -1) }
  if (span === 'this_year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  const week = startOfWeek(today, weeks)
  return { from: addDays(week, -7 * WEEKS[span]), to: span === 'last_week' ? addDays(week, -1) : today }
}
