const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
const plain = /^[+-]?(\d+\.?\d*|\.\d+)$/
const clock = /^(\d{1,2}):([0-5]\d)$/

/**
 * A typed number: `7.5`, `7,5` and `1,250.50`. Returns null for an empty text, and NaN for one that is no number, which
 * every field refuses with a message.
 */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace('−', '-')
  if (typed === '') return null
  const number = grouped.test(typed) ? typed.replaceAll(',', '') : typed.replace(',', '.')
  return plain.test(number) ? Number(number) : Number.NaN
}

/** Typed hours: a number, or hours and minutes (`7:30`), rounded to hundredths. */
export function readHours(text: string): number | null {
  const [, hours, minutes] = clock.exec(text.trim()) ?? []
  return minutes === undefined ? readNumber(text) : Math.round((Number(hours) + Number(minutes) / 60) * 100) / 100
}
