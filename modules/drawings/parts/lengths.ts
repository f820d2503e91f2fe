import type { Geometry } from '../geometry.ts'
import type { Scale } from '../geometry.ts'

interface Page {
  readonly width: number | null
  readonly height: number | null
}

/** The length of a line on a page, in the unit of its scale. */
export function lengthOf(geometry: Geometry, { width, height }: Page, scale: Scale): number {
  if (!('points' in geometry)) return 0
  let length = 0
  for (const [at, [x, y]] of geometry.points.entries()) {
    const [nextX, nextY] = geometry.points[at + 1] ?? [x, y]
    length += Math.hypot((nextX - x) * (width ?? 0), (nextY - y) * (height ?? 0))
  }
  return length * scale.units_per_pt
}

/** The finest part of an inch that is shown. */
const PARTS = 8

/** A length in words: feet and inches as fractions (`38'-2 1/2"`), or metres. */
export function lengthInWords(length: number, unit: string): string {
  if (unit !== 'ft') return `${length.toFixed(length < 10 ? 2 : 1)} ${unit}`
  const parts = Math.round(length * 12 * PARTS)
  const feet = Math.floor(parts / (12 * PARTS))
  const inches = Math.floor((parts - feet * 12 * PARTS) / PARTS)
  const rest = parts % PARTS
  const divisor = rest % 4 === 0 ? 4 : rest % 2 === 0 ? 2 : 1
  const fraction = rest ? ` ${rest / divisor}/${PARTS / divisor}` : ''
  return `${feet}'-${inches}${fraction}"`
}
