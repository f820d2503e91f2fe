import { formatNumber } from '#lib/numbers.ts'
import type { Geometry, Point, Scale } from './geometry.ts'

/** A length along points, the area that they enclose, or how many they are. */
export type MeasureKind = 'length' | 'area' | 'count'

/** What is counted has no scale: the unit of one thing, "each". */
const EACH = 'ea'
const areaUnits = { ft: 'sq ft', m: 'm²' } as const

/** What was measured, by the unit it is stored with. */
export function kindOf(unit: string | null | undefined): MeasureKind {
  if (unit === EACH) return 'count'
  return unit === areaUnits.ft || unit === areaUnits.m ? 'area' : 'length'
}

/** How many different points each needs at least. */
export const leastPoints: Readonly<Record<MeasureKind, number>> = { length: 2, area: 3, count: 1 }

/** An area ends where it began, which readers that know lengths only draw as an outline. */
export function closed(points: readonly Point[]): readonly Point[] {
  const [first] = points
  return first && !isClosed(points) ? [...points, first] : points
}

/** The same without the repeated point. */
export const opened = (points: readonly Point[]): readonly Point[] => (isClosed(points) ? points.slice(0, -1) : points)

function isClosed(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 2 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

interface Page {
  readonly width: number | null
  readonly height: number | null
}

export interface Measured {
  readonly measurement: number
  readonly unit: string
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4

/**
 * Measures a shape on a page (rule measure): a length in the unit of the page's scale, an area in its square, or a count.
 * @returns null for a length or an area while the page has no scale
 */
export function measured(geometry: Geometry, kind: MeasureKind, page: Page, scale: Scale | null): Measured | null {
  const points = 'points' in geometry ? geometry.points : []
  if (kind === 'count') return { measurement: points.length, unit: EACH }
  if (!scale) return null
  const inPoints = points.map(([x, y]): Point => [x * (page.width ?? 0), y * (page.height ?? 0)])
  if (kind === 'area')
    return { measurement: rounded(areaOf(inPoints) * scale.units_per_pt ** 2), unit: areaUnits[scale.unit] }
  return { measurement: rounded(lengthOf(inPoints) * scale.units_per_pt), unit: scale.unit }
}

/** The length of a line through points. */
function lengthOf(points: readonly Point[]): number {
  let length = 0
  for (const [at, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[at + 1] ?? [x, y]
    length += Math.hypot(nextX - x, nextY - y)
  }
  return length
}

/** The area of a polygon, by the shoelace formula; where its outline crosses itself, parts may cancel out. */
function areaOf(points: readonly Point[]): number {
  let doubled = 0
  for (const [at, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[at + 1] ?? points[0] ?? [x, y]
    doubled += x * nextY - nextX * y
  }
  return Math.abs(doubled) / 2
}

/** The finest part of an inch that is shown. */
const PARTS = 8

/** A measurement in words: feet and inches as fractions (`38'-2 1/2"`), metres, square feet, or a number of things. */
export function inWords({ measurement, unit }: Measured): string {
  if (unit !== 'ft') {
    const isFine = kindOf(unit) !== 'count' && measurement < 10
    return `${isFine ? formatNumber(measurement, 2, 2) : formatNumber(measurement, 1)} ${unit}`
  }
  const parts = Math.round(measurement * 12 * PARTS)
  const feet = Math.floor(parts / (12 * PARTS))
  const inches = Math.floor((parts - feet * 12 * PARTS) / PARTS)
  const rest = parts % PARTS
  const divisor = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1
  const fraction = rest ? ` ${rest / divisor}/${PARTS / divisor}` : ''
  return `${feet}'-${inches}${fraction}"`
}

interface Counted {
  readonly text: string | null
  readonly measurement: number | null
  readonly unit: string | null
}

/** What all measurements with one label and unit come to. */
export interface Total extends Measured {
  readonly label: string
  readonly of: number
}

/** The totals of measurements by label and unit, in the order of their labels; those without a label come last. */
export function totalsOf(marks: readonly Counted[]): readonly Total[] {
  const totals = new Map<string, Total>()
  for (const { text, measurement, unit } of marks) {
    if (measurement === null || unit === null) continue
    const label = text ?? ''
    const key = JSON.stringify([label, unit])
    const known = totals.get(key) ?? { label, unit, measurement: 0, of: 0 }
    totals.set(key, { ...known, measurement: known.measurement + measurement, of: known.of + 1 })
  }
  const named = (label: string) => (label === '' ? 1 : 0)
  return [...totals.values()].toSorted(
    (a, b) => named(a.label) - named(b.label) || a.label.localeCompare(b.label) || a.unit.localeCompare(b.unit),
  )
}
