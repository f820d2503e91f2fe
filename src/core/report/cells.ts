import { formatDay } from '../../lib/days.ts'
import { formatHours, formatNumber, plainHours } from '../../lib/numbers.ts'
import type { Cell, CellKind, Days, Report, ReportAnswer, ReportRow } from './report.ts'

/** A value as people read it, with its unit where `unit` asks for it; a dash for what cannot be said. */
export function cellText(value: Cell | undefined, kind: CellKind, unit = false): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'string') return kind === 'date' ? formatDay(value) : value
  if (kind === 'hours') return `${formatHours(value)}${unit ? ' h' : ''}`
  if (kind === 'money') return `${value < 0 ? '−' : ''}$${formatNumber(Math.abs(value), 2, 2)}`
  if (kind === 'percent') return `${formatNumber(value, 0)} %`
  return formatNumber(value)
}

/** A value as other programs read it. */
const plainCell = (value: Cell | undefined, kind: CellKind): Cell =>
  typeof value === 'number' && (kind === 'hours' || kind === 'money') ? plainHours(value) : (value ?? null)

/** The shown columns of an answer, in their order. */
export const shownColumns = ({ columns }: Report, answer: Pick<ReportAnswer, 'columns'>) =>
  answer.columns.flatMap((key) => {
    const column = columns[key]
    return column && column.kind !== 'id' ? [{ key, ...column }] : []
  })

/** The lines of a report's CSV file: its header, its rows and its totals. */
export function csvLines(report: Report, answer: ReportAnswer): Cell[][] {
  const columns = shownColumns(report, answer)
  const line = (row: ReportRow) => columns.map(({ key, kind }) => plainCell(row[key], kind))
  return [columns.map(({ label }) => label), ...answer.rows.map(line), line(answer.totals)]
}

/** "11/2/26 – 11/26/26", "Until 11/26/26", or "To date". */
export function periodText({ from, to }: Days): string {
  if (!from) return to ? `Until ${formatDay(to)}` : 'To date'
  return to ? `${formatDay(from)} – ${formatDay(to)}` : `From ${formatDay(from)}`
}
