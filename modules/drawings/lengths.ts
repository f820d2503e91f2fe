import type { Scale } from './geometry.ts'

/** A length as it is measured on a sheet. */
export interface Length {
  readonly length: number
  readonly unit: Scale['unit']
}

const amount = String.raw`(\d+(?:[.,]\d+)?|\.\d+)`
const inches = String.raw`(\d+(?:\.\d+)?)?(?:[ -]?(\d+)\/(\d+))?`
const FEET = new RegExp(String.raw`^${amount}\s*(?:'|ft\.?|feet|foot)?$`)
const INCHES = new RegExp(String.raw`^${inches}\s*(?:"|in\.?|inches)$`)
const BOTH = new RegExp(String.raw`^(\d+)\s*(?:'|ft\.?|feet)?[\s-]+${inches}\s*(?:"|in\.?|inches)?$`)
const METRIC = new RegExp(String.raw`^${amount}\s*(mm|cm|m)$`)
const METRES = { mm: 0.001, cm: 0.01, m: 1 } as const

const inchesOf = (whole?: string, over?: string, under?: string) =>
  Number(whole ?? 0) + (over && Number(under) ? Number(over) / Number(under) : 0)
const positive = (length: number, unit: Length['unit']): Length | null =>
  length > 0 && Number.isFinite(length) ? { length, unit } : null

/**
 * Reads a length as people of the trade type it, in feet unless it says otherwise; null if it is none.
 * @example readLength(`12'-6"`) // { length: 12.5, unit: 'ft' }, and so is `12 6`
 */
export function readLength(typed: string): Length | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/[’′]/g, "'")
    .replace(/[”″]|''/g, '"')
    .replace(/(\d)\s*'\s*(?=[\d.])/, "$1' ")
  const metric = METRIC.exec(text)
  if (metric) return positive(numberOf(metric[1]) * METRES[metric[2] as keyof typeof METRES], 'm')
  const feet = FEET.exec(text)
  if (feet) return positive(numberOf(feet[1]), 'ft')
  const alone = INCHES.exec(text)
  if (alone) return positive(inchesOf(alone[1], alone[2], alone[3]) / 12, 'ft')
  const both = BOTH.exec(text)
  return both && (both[2] || both[3])
    ? positive(Number(both[1]) + inchesOf(both[2], both[3], both[4]) / 12, 'ft')
    : null
}
const numberOf = (text = '') => Number(text.replace(',', '.'))

/** A scale by its name, as title blocks write it, with how many units a point of the page is. */
export interface UsualScale {
  readonly name: string
  readonly unit: Scale['unit']
  readonly units_per_pt: number
}

const architects = ['1/16', '3/32', '1/8', '3/16', '1/4', '3/8', '1/2', '3/4', '1', '1 1/2', '3']
const engineers = [10, 20, 30, 40, 50, 60, 100]
const metric = [20, 50, 100, 200, 500]
const inchesIn = (text: string) =>
  text.split(' ').reduce((sum, part) => {
    const [over = 0, under = 1] = part.split('/').map(Number)
    return sum + over / under
  }, 0)

/** The scales that drawings are usually at. */
export const usualScales: readonly UsualScale[] = [
  ...architects.map((inch) => ({
    name: `${inch}" = 1'-0"`,
    unit: 'ft' as const,
    units_per_pt: 1 / (72 * inchesIn(inch)),
  })),
  ...engineers.map((feet) => ({ name: `1" = ${feet}'`, unit: 'ft' as const, units_per_pt: feet / 72 })),
  ...metric.map((to) => ({ name: `1:${to}`, unit: 'm' as const, units_per_pt: (to * 0.0254) / 72 })),
]

/** A scale's name without what each office writes in its own way: `1/8"=1'-0"`, `1/8 in. = 1 ft`. */
const nameKey = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’′]/g, "'")
    .replace(/[”″]|''/g, '"')
    .replace(/(\d)-(?=\d+\/\d)/g, '$1 ')
    .replace(/\s*(?:in\b\.?|inch)/g, '"')
    .replace(/\s*(?:ft\b\.?|foot)/g, "'")
    .replace(/'\s*-?\s*0\s*"?/g, "'")
    .replace(/\s*([=:])\s*/g, '$1')
const NAMED = /(?:\d+ )?\d+(?:\/\d+)?"=\d+'|\b1:\d+\b/g

/** The usual scales that a sheet's texts name, the most frequent first; what names several has no scale of its own. */
export function scalesIn(texts: readonly string[]): readonly UsualScale[] {
  const counts = new Map<UsualScale, number>()
  for (const text of texts)
    for (const [named] of nameKey(text).matchAll(NAMED)) {
      const scale = usualScales.find(({ name }) => nameKey(name) === named)
      if (scale) counts.set(scale, (counts.get(scale) ?? 0) + 1)
    }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([scale]) => scale)
}
