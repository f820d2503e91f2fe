/** A phone number in US format, without the leading 1: `15095550142` is "(509) 555-0142". */
export function formatPhone(digits: string | null | undefined): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits ?? '') ?? []
  return line ? `(${area}) ${exchange}-${line}` : (digits ?? '')
}
