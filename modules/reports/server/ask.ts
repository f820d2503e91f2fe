import type { Cell, Days, Report, ReportAnswer, ReportRow } from '#core/report/report.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { reportAnswers, type Found } from '../slots.ts'

export const NO_REPORT = 'This report could not be found.'
export const NOT_YOURS = 'You may not see this report.'

/**
 * Asks a report as who asks. The values of its filters are checked by its description.
 * @throws Refusal 404 for an unknown report, 403 for one that the asker may not see, 422 for values that no filter takes
 */
export async function askReport(name: string, sent: Readonly<Record<string, string>>, ctx: Ctx): Promise<ReportAnswer> {
  const found = ctx.filled(reportAnswers).find(({ report }) => report.name === name)
  if (!found) refuse(NO_REPORT, {}, 404)
  const { report, ask } = found
  if (!report.guard(ctx.user)) refuse(NOT_YOURS, {}, 403)
  const [company] = await ctx.cached(companySettings)
  const { values, errors, days } = report.read(sent, await todayOf(ctx), company?.week_start ?? 'sunday')
  const [wrong] = Object.values(errors)
  if (wrong) refuse(wrong[0] ?? '', errors)
  return answerOf(report, await ask(ctx, values, days), days)
}

/** The answer with its totals, without what nothing was said of. */
function answerOf({ columns }: Report, found: Found, days: Days): ReportAnswer {
  const rows = found.rows as readonly ReportRow[]
  const said = found.totals as ReportRow | undefined
  const shown = Object.keys(columns).filter((key) => rows.length === 0 || rows.some((row) => key in row))
  const only = (row: ReportRow) =>
    Object.fromEntries(shown.flatMap((key) => (key in row ? [[key, row[key] ?? null]] : [])))
  const totals = Object.fromEntries(
    shown.flatMap((key): [string, Cell][] => (columns[key]?.total ? [[key, sumOf(rows, key)]] : [])),
  )
  return {
    rows: rows.map(only),
    totals: { ...totals, ...(said && only(said)) },
    figures: found.figures,
    columns: shown,
    ...days,
  }
}

/** Numbers of two decimals added up, without the errors of binary fractions. */
const sumOf = (rows: readonly ReportRow[], key: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[key] ?? 0) * 100), 0) / 100
