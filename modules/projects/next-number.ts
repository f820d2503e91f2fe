/**
 * The number to propose after `last`: its digits at the end counted up, in the company's own style; a number that starts
 * with a past year ("25-117") begins this year's count.
 */
export function numberAfter(last: string | null, year: number): string {
  const prefix = String(year).slice(2)
  if (last === null || (/^\d\d-\d+$/.test(last) && !last.startsWith(`${prefix}-`))) return `${prefix}-001`
  const [, head = '', digits] = /^(.*?)(\d{1,15})$/.exec(last) ?? []
  if (digits === undefined) return `${last}-2`
  return head + String(Number(digits) + 1).padStart(digits.length, '0')
}
