import { weekdayOf, type Day } from '#lib/days.ts'

/** How many pixels a rem has: the board grows with the text of the reader, whose size is set before it is opened. */
const REM = globalThis.document ? parseFloat(getComputedStyle(document.documentElement).fontSize) : 16
export const scaled = (pixels: number): number => Math.round((pixels / 16) * REM)

/** Measures of the board in pixels. Names take no more than a third of the screen for it. */
export const NAMES = REM > 16 ? Math.max(180, Math.min(scaled(180), Math.round(innerWidth / 3))) : 180
export const ROW = scaled(36)
export const GROUP = scaled(24)
export const HEAD = scaled(44)
export const WEEKEND = scaled(30)
const LEAST_DAY = scaled(52)

export interface Columns {
  readonly days: readonly Day[]
  /** Where each day begins, from the first day's edge, and where the last one ends. */
  readonly edges: readonly number[]
}

export const isWeekend = (day: Day): boolean => weekdayOf(day) % 6 === 0

/** Days as columns: weekends are narrow, work days share the rest of the width. */
export function columnsOf(days: readonly Day[], width: number): Columns {
  const narrow = days.filter(isWeekend).length
  const wide = days.length - narrow
  const each = wide ? Math.max(LEAST_DAY, Math.floor((width - NAMES - narrow * WEEKEND) / wide)) : WEEKEND
  const edges = [0]
  for (const day of days) edges.push((edges.at(-1) ?? 0) + (isWeekend(day) ? WEEKEND : each))
  return { days, edges }
}

/** The place of the day at a distance from the first day's edge. */
export function columnAt({ edges }: Columns, x: number): number {
  const found = edges.findIndex((edge, at) => x >= edge && x < (edges[at + 1] ?? Infinity))
  return Math.min(Math.max(found < 0 ? 0 : found, 0), edges.length - 2)
}

/** One line of the board: a heading of a group, or a person; of a job, where people are grouped by it. */
export type Line = (
  | { readonly kind: 'group'; readonly key: string; readonly label: string; readonly count: number }
  | { readonly kind: 'person'; readonly key: string; readonly id: number }
) & { readonly project_id?: number }

export const heightOf = (line: Line | undefined): number => (line?.kind === 'group' ? GROUP : ROW)
/** Where each line begins, and where the last one ends. */
export function topsOf(lines: readonly Line[]): number[] {
  const tops = [0]
  for (const line of lines) tops.push((tops.at(-1) ?? 0) + heightOf(line))
  return tops
}

/** The place of the line at a distance from the first one's edge. */
export function lineAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= y) low = middle
    else high = middle - 1
  }
  return low
}
