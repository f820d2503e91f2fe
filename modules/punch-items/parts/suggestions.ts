import { textKey } from '#lib/text-key.ts'

/** The most titles that are offered. */
const MOST = 6

/** The texts that hold what was typed, those offered first before others, each once and without the typed one itself. */
export function suggestionsFor(typed: string, offered: readonly string[]): string[] {
  const key = textKey(typed.trim())
  const known = new Map(offered.map((text) => [textKey(text), text]))
  return [...known].flatMap(([own, text]) => (own.includes(key) && own !== key ? [text] : [])).slice(0, MOST)
}

/** The values by how often they occur, the most frequent first. */
export function frequent<T>(values: readonly (T | null)[], most: number): T[] {
  const counts = new Map<T, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([value]) => value)
}
