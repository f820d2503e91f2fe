const plain = /^[\x20-\x7e]*$/

/**
 * The normalized form for sorting and searching text: lower case, accents stripped. The server stores it in shadow
 * columns and the browser compares by it, so that SQLite, PostgreSQL and every list on screen have the same order.
 */
export function textKey(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/**
 * Compares keys by code point, like both databases compare UTF-8 bytes (JavaScript's own `<` compares UTF-16 units).
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === length) return a.length - b.length
  const x = a.charCodeAt(at)
  const y = b.charCodeAt(at)
  const high = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
  return high(x) - high(y)
}
