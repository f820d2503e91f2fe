import { css } from '#css/css'
import { textKey } from '#lib/text-key.ts'

/** Where the words occur in a text, as pairs of its places; none where its characters and those of its key do not correspond. */
function placesOf(text: string, words: readonly string[]): [from: number, to: number][] {
  const key = textKey(text)
  if (key.length !== text.length) return []
  const found = words.flatMap((word): [number, number][] => {
    const at = key.indexOf(word)
    return at < 0 ? [] : [[at, at + word.length]]
  })
  return found.toSorted(([a], [b]) => a - b).filter(([from], at, all) => from >= (all[at - 1]?.[1] ?? 0))
}

/** A text in which the words that were looked for stand out. */
export const Marked = ({ text, words }: { text: string; words: string }) => {
  const places = placesOf(text, textKey(words).split(/\s+/).filter(Boolean))
  const parts = places.map(
    ([from, to], at) => [text.slice(places[at - 1]?.[1] ?? 0, from), text.slice(from, to)] as const,
  )
  return (
    <>
      {parts.map(([before, word], at) => (
        // The parts of a text have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>
          {before}
          <mark className={mark}>{word}</mark>
        </span>
      ))}
      {text.slice(places.at(-1)?.[1] ?? 0)}
    </>
  )
}

const mark = css({ background: 'transparent', color: 'primary' })
