/**
 * The number to propose after `last`: its trailing digits plus one, in the company's own format. After a number of an
 * earlier year ("25-117"), it starts the current year's sequence.
 */
export function numberAfter(last: string | null, year: number): string {
  const prefix = String(year).slice(2)
  if (last === null || (/^\d\d-\d+$/.test(last) && !last.startsWith(`${prefix}-`))) return `${prefix}-001`
  const [, head = '', digits] = /^(.*?)(\d{1,15})$/.exec(last) ?? []
  if (digits === undefined) return `${last}-2`
  return head + String(Number(digits) + 1).padStart(digits.length, '0')
}
