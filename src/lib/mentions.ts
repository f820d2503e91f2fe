/** A piece of a message. */
export interface Part {
  readonly kind: 'text' | 'link' | 'mention'
  readonly text: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const LINK = String.raw`https?://[^\s<>"]+[^\s<>".,;:!?)]`

/** Splits a message into text, links, and mentions: `@` and a full known name, preferring the longest match. */
export function partsOf(text: string, names: readonly string[]): Part[] {
  const known = [...new Set(names)].filter(Boolean).sort((a, b) => b.length - a.length)
  const mention = known.length ? `|(?<![\\p{L}\\p{N}])@(?:${known.map(escaped).join('|')})(?![\\p{L}\\p{N}])` : ''
  const pattern = new RegExp(`(${LINK}${mention})`, 'u')
  return text.split(pattern).flatMap((piece, at): Part[] => {
    if (piece === '') return []
    if (at % 2 === 0) return [{ kind: 'text', text: piece }]
    return [{ kind: piece.startsWith('@') ? 'mention' : 'link', text: piece }]
  })
}

/** The names that a message mentions. */
export const mentionedIn = (text: string, names: readonly string[]): string[] => [
  ...new Set(partsOf(text, names).flatMap(({ kind, text: piece }) => (kind === 'mention' ? piece.slice(1) : []))),
]
