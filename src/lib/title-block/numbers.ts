import { NOTHING, type Found } from './found.ts'
import { fromCorner, type Line } from './lines.ts'
import { belongingTo, type SheetText } from './sheet-text.ts'
import { anyNumberIn, numberIn, numberKey } from './values.ts'

interface Candidate {
  readonly value: string
  readonly line: Line
  readonly strict: boolean
}

/** The lines that other labels announce: a job's number may look like a sheet's. */
function claimed(text: SheetText): ReadonlySet<Line> {
  const lines = text.labels.filter(({ kind, rest }) => kind === 'other' && !rest)
  return new Set(
    lines.flatMap((label) => {
      const items = text.lines.filter((line) => !text.labels.some((one) => one.line === line))
      const [best] = belongingTo(label, { items, first: (line) => line }, text)
      // A sheet's number is much larger than its labels.
      return best && best.where !== 'above' && best.found.h < 1.8 * label.line.h ? [best.found] : []
    }),
  )
}

function labelled(text: SheetText): Candidate[] {
  return text.labels
    .filter(({ kind }) => kind === 'number')
    .flatMap((label): Candidate[] => {
      const own = label.rest ? (numberIn(label.rest) ?? anyNumberIn(label.rest)) : null
      if (own) return [{ value: own, line: label.line, strict: numberIn(label.rest) !== null }]
      const named = new Set(text.labels.map(({ line }) => line))
      const free = text.lines.filter((line) => !named.has(line))
      const strict = belongingTo(
        label,
        { items: free.filter((line) => numberIn(line.text)), first: (line) => line },
        text,
      )
      const [
        best = belongingTo(
          label,
          { items: free.filter((line) => anyNumberIn(line.text)), first: (line) => line },
          text,
        )[0],
      ] = strict
      const value = best && (numberIn(best.found.text) ?? anyNumberIn(best.found.text))
      return value ? [{ value, line: best.found, strict: numberIn(best.found.text) !== null }] : []
    })
}

/** Taller and nearer to the lower right corner is likelier. */
const likelihood = ({ line }: Candidate, turn: number) => line.h / (0.15 + fromCorner(line.box, turn))

const distinct = (found: readonly Candidate[]): string[] => {
  const seen = new Set<string>()
  return found.flatMap(({ value }) => {
    const key = numberKey(value)
    if (seen.has(key)) return []
    seen.add(key)
    return [value]
  })
}

/** A sheet's number: what its label says, or else the tallest one in the corner. */
export function numberOf(text: SheetText): Found {
  const taken = claimed(text)
  const plain = text.lines
    .flatMap((line): Candidate[] => {
      const value = numberIn(line.text)
      return value && !taken.has(line) ? [{ value, line, strict: true }] : []
    })
    .toSorted((a, b) => likelihood(b, text.turn) - likelihood(a, text.turn))
  const said = labelled(text).toSorted(
    (a, b) => Number(b.strict) - Number(a.strict) || likelihood(b, text.turn) - likelihood(a, text.turn),
  )
  const [first] = said
  const [tallest] = plain
  const likely = distinct([...said, ...plain]).slice(0, 4)
  const key = numberKey(first?.value ?? '')
  if (first) {
    const agree = distinct(said.filter(({ strict }) => strict)).length === 1
    const isUndercut = tallest !== undefined && numberKey(tallest.value) !== key && tallest.line.h > 1.6 * first.line.h
    if (isUndercut)
      return {
        value: tallest.value,
        sure: false,
        box: tallest.line.box,
        likely: [tallest.value, ...likely.filter((one) => one !== tallest.value)],
      }
    return { value: first.value, sure: first.strict && agree, box: first.line.box, likely }
  }
  if (!tallest) return NOTHING
  const rival = plain.find(({ value }) => numberKey(value) !== numberKey(tallest.value))
  const heights = text.lines.map(({ h }) => h).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  const stands = tallest.line.h >= 1.4 * usual && tallest.line.h >= 1.4 * (rival?.line.h ?? 0)
  return {
    value: tallest.value,
    sure: stands && fromCorner(tallest.line.box, text.turn) < 0.3,
    box: tallest.line.box,
    likely,
  }
}
