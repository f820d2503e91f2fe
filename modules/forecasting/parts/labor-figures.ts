import { licenses } from '../../schedule/entities.ts'
import { supplyOf, type LaborWeek, type Shown } from './labor.ts'

/** The forecast as lines of a CSV file, one for each week and license. */
export function laborRows(weeks: readonly LaborWeek[]): unknown[][] {
  return [
    ['week', 'license', 'needed', 'available', 'short', 'utilization_percent'],
    ...weeks.flatMap((week) =>
      ([...licenses, 'all'] as const).map((shown) => {
        const { need, available, gap, utilization } = supplyOf(week, shown)
        return [week.start, shown, need, available, gap, utilization]
      }),
    ),
  ]
}

/** A forecast in four figures, for those of a license or all. */
export function summaryOf(forecast: readonly LaborWeek[], shown: Shown) {
  const gaps = forecast.map((week) => supplyOf(week, shown).gap)
  const worst = Math.max(0, gaps.indexOf(Math.max(...gaps)))
  const soon = forecast.slice(0, SOON).flatMap((week) => supplyOf(week, shown).utilization ?? [])
  const unfilled = new Set(
    forecast.flatMap((week) =>
      week.unfilled.flatMap(({ id, missing }) => (shown === 'all' || missing[shown] > 0 ? [id] : [])),
    ),
  )
  return {
    /** In percent; null without anybody. */
    utilization: soon.length ? Math.round(soon.reduce((sum, one) => sum + one, 0) / soon.length) : null,
    short: gaps.filter((gap) => gap > 0).length,
    /** The week with the largest gap, the first of several; the current one if nobody is short. */
    worst,
    gap: gaps[worst] ?? 0,
    unfilled: unfilled.size,
  }
}
/** How many weeks the first figure looks ahead. */
export const SOON = 4
