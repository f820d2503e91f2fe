import type { Letterhead } from '../../lib/pdf/letterhead.ts'
import { createPaper } from '../../lib/pdf/paper.ts'
import { cellText, periodText, shownColumns } from './cells.ts'
import type { Report, ReportAnswer, ReportRow } from './report.ts'

/** So many rows are printed; the CSV file has all. */
const MOST_ROWS = 500

/** A report in words, for its mail: what it is, its period and its figures. */
const textOf = ({ title, about }: Report, answer: ReportAnswer): string =>
  [
    `${title}, ${periodText(answer)}`,
    '',
    ...answer.figures.map(({ label, value, kind }) => `${label}: ${cellText(value, kind, true)}`),
    '',
    about,
  ].join('\n')

/** A report as its page and its mail have it: in words, and as a PDF of its figures, table and totals. */
export async function writeReport(
  report: Report,
  answer: ReportAnswer,
  { head, printed }: { head: Letterhead; printed: string },
): Promise<{ text: string; pdf: Uint8Array }> {
  const paper = await createPaper(report.title, head)
  const columns = shownColumns(report, answer)
  // Texts are longer than figures.
  const shares = columns.map(({ kind }) => (kind === 'text' ? 2 : 1))
  const all = shares.reduce((sum, share) => sum + share, 0)
  const widths = shares.map((share) => share / all)
  const line = (row: ReportRow) => columns.map(({ key, kind }) => (key in row ? cellText(row[key], kind) : ''))
  paper.letterhead()
  paper.write(report.title, { size: 18, bold: true, gap: 2 })
  paper.write(periodText(answer), { size: 10, quiet: true, gap: 2 })
  paper.write(report.about, { size: 10, quiet: true, gap: 8 })
  for (const { label, value, kind } of answer.figures) paper.fact(label, cellText(value, kind, true))
  paper.space(10)
  paper.row(
    columns.map(({ label }) => label),
    widths,
    { size: 8, bold: true, gap: 4 },
  )
  for (const row of answer.rows.slice(0, MOST_ROWS)) paper.row(line(row), widths, { size: 8 })
  if (!answer.rows.length) paper.write('Nothing to report.', { size: 10 })
  if (answer.rows.length > MOST_ROWS)
    paper.write(`${answer.rows.length - MOST_ROWS} more rows are in the CSV file.`, { size: 9, quiet: true })
  paper.space(4)
  paper.row(['Total', ...line(answer.totals).slice(1)], widths, { size: 8, bold: true })
  return { text: textOf(report, answer), pdf: await paper.finish(`${report.title} · ${printed}`) }
}
