import type { Fields } from '#core/entity/field.ts'
import type { Days, FiltersOf, Report, ReportAnswer, RowOf } from '#core/report/report.ts'
import { slot, type Ctx, type Slot } from '#server/define-server.ts'

/** What a question comes to: rows as far as the asker sees what they count, and what its figures and totals are beyond sums. */
export type Found<R extends Report = Report> = Pick<ReportAnswer, 'figures'> & {
  readonly rows: readonly RowOf<R>[]
  readonly totals?: RowOf<R>
}

/** A report with its question. */
export interface Answering {
  readonly report: Report
  readonly ask: (ctx: Ctx, filters: Readonly<Record<string, unknown>>, days: Days) => Promise<Found>
}

/** The questions of all reports. */
export const reportAnswers: Slot<Answering> = slot('report answers')

/** Joins a report with its question, for `reportAnswers(…)`. Columns that no row and no total has are left out. */
export const answers = <F extends Fields, C extends string>(
  report: Report<F, C>,
  ask: (ctx: Ctx, filters: FiltersOf<Report<F, C>>, days: Days) => Promise<Found<Report<F, C>>>,
): Answering => ({
  report,
  // The filters were parsed by the report's own description.
  ask: ask as unknown as Answering['ask'],
})
