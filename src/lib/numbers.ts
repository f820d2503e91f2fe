const formats = new Map<string, Intl.NumberFormat>()
function formatOf(least: number, most: number): Intl.NumberFormat {
  const key = `${least} ${most}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  formats.set(key, made)
  return made
}

/** A number with thousands separators, at most `most` decimals and at least `least`: 1368.25 is `1,368.25`. */
export const formatNumber = (value: number, most = 2, least = 0): string =>
  // Negative zero, and what rounds to it, is shown without a minus sign.
  formatOf(least, most)
    .format(value)
    .replace(/^-(0(?:\.0*)?)$/, '$1')

/** The same with its sign: `+3`, `−1.5`, and 0 without one. */
export function formatSigned(value: number, most = 2, least = 0): string {
  const text = formatNumber(Math.abs(value), most, least)
  return /^[0.]+$/.test(text) ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** Hours, or a quantity of them, as people read them (rule hours): 1368 is `1,368.00`. */
export const formatHours = (hours: number): string => formatNumber(hours, 2, 2)

/** Hours with two decimals at most, as entries have them: sums of binary fractions are not exact. */
export const roundHours = (hours: number): number => Math.round(hours * 100) / 100

/** Hours as other programs read them, in files: 1368 is `1368.00`. */
export const plainHours = (hours: number): string => hours.toFixed(2)

/** A number that was sent, or its text; NaN for anything else, since an object may have no value to convert. */
export const asNumber = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN
