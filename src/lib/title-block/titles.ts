import { NOTHING, type Found } from './found.ts'
import { around, sameHeight, type Box, type Line } from './lines.ts'
import { belongingTo, textOf, type Paragraph, type SheetText } from './sheet-text.ts'
import { sentenceOf, TITLE_WORDS } from './values.ts'

const first = (paragraph: Paragraph): Line => paragraph[0]
const last = (paragraph: Paragraph): Line => paragraph.at(-1) ?? paragraph[0]
const letters = (text: string) => text.replace(/[^\p{L}]/gu, '').length

/** What no title is: addresses, telephones, rights, notes in whole sentences, and small drawings beside the title. */
const NO_TITLE =
  /@|www\.|\.com\b|\.dwg|\.rvt|\(\d{3}\)|\d{3}[-.]\d{3}[-.]\d{4}|©|copyright|\b(?:st|ave|avenue|street|blvd|suite|road|rd|inc|llc|llp|architects?|engineers?|consultants|associates)\b\.?|\b[A-Z]{2} \d{5}\b|scale|not for construction|all rights|^key ?plan$|^vicinity map$|^bulletin|^issued for|^addendum|^as-built/i

const boxOf = (lines: readonly Line[]): Box | null => around(lines.map(({ box }) => box))

const found = (paragraph: readonly Line[], sure: boolean, likely: readonly string[]): Found => {
  const value = sentenceOf(textOf(paragraph))
  return { value, sure, box: boxOf(paragraph), likely: [...new Set([value, ...likely])].slice(0, 4) }
}

/** What stands at other labels, and is therefore no title. */
function claimed(text: SheetText): ReadonlySet<Paragraph> {
  return new Set(
    text.labels
      .filter(({ kind, rest }) => (kind === 'other' || kind === 'table') && !rest)
      .flatMap((label) => {
        const [best] = belongingTo(label, { items: text.paragraphs, first, last }, text)
        return best && best.where !== 'above' && label.kind === 'other' ? [best.found] : []
      }),
  )
}

function labelled(text: SheetText): Found[] {
  return text.labels
    .filter(({ kind }) => kind === 'title')
    .flatMap((label): Found[] => {
      if (label.rest) {
        const more = text.paragraphs.find((one) => {
          const gap = first(one).y - label.line.y - label.line.h
          const isInside = first(one).x > label.line.x - label.line.h && first(one).x < label.line.x + label.line.w
          return gap > -0.5 * label.line.h && gap < 1.1 * label.line.h && isInside && sameHeight(first(one), label.line)
        })
        const value = sentenceOf([label.rest, ...(more ? [textOf(more)] : [])].join(' '))
        return [{ value, sure: true, box: label.line.box, likely: [value] }]
      }
      const items = text.paragraphs.filter((one) => letters(textOf(one)) > 2)
      const [best, second] = belongingTo(label, { items, first, last }, text)
      if (!best) return []
      const isAmbiguous =
        best.where === 'above' ||
        (second !== undefined && second.where !== best.where && second.where !== 'above' && second.gap < best.gap + 2)
      return [found(best.found, !isAmbiguous, second ? [sentenceOf(textOf(second.found))] : [])]
    })
}

const distance = (a: Box, b: Box) => {
  const dx = Math.max(0, a.x - b.x - b.w, b.x - a.x - a.w)
  const dy = Math.max(0, a.y - b.y - b.h, b.y - a.y - a.h)
  return Math.hypot(dx, dy)
}

/** How likely a paragraph without a label is the title: words that titles have, near the number, and said below the plan too. */
function likelihood(paragraph: Paragraph, { number, text }: { number: Box | null; text: SheetText }): number {
  const words = textOf(paragraph)
  const again = text.all.some(
    (line) => !paragraph.includes(line) && line.text.toLowerCase() === words.toLowerCase() && line.text.length > 5,
  )
  const box = boxOf(paragraph)
  const near = number && box ? Math.max(0, 1 - distance(number, box) / 0.2) : 0
  const usual = text.lines.reduce((sum, { h }) => sum + h, 0) / Math.max(1, text.lines.length)
  // Title blocks have notes and legends of their own, far from the number.
  const isHeading = near < 0.3 && /^(?:general |key ?|sheet )?notes$|^legend$|^symbols$|^abbreviations$/i.test(words)
  return (
    (isHeading ? -2.5 : 0) +
    (TITLE_WORDS.test(words) ? 3 : 0) +
    2.5 * near +
    (again ? 2 : 0) +
    Math.min(1.5, first(paragraph).h / usual - 0.5) -
    (paragraph.length > 4 ? 3 : 0)
  )
}

/** A sheet's title: what its label says, or else the likeliest lines near the number. */
export function titleOf(text: SheetText, number: Box | null): Found {
  const said = labelled(text)
  const [one, ...others] = said
  if (one)
    return { ...one, sure: one.sure && others.every(({ value }) => value?.toLowerCase() === one.value?.toLowerCase()) }
  const taken = claimed(text)
  const free = text.paragraphs.filter(
    (paragraph) =>
      !taken.has(paragraph) &&
      letters(textOf(paragraph)) > 3 &&
      !NO_TITLE.test(textOf(paragraph)) &&
      textOf(paragraph).length < 90,
  )
  const ranked = free
    .map((paragraph) => ({ paragraph, by: likelihood(paragraph, { number, text }) }))
    .toSorted((a, b) => b.by - a.by)
  const [best, second] = ranked
  if (!best) return NOTHING
  const likely = ranked.slice(0, 4).map(({ paragraph }) => sentenceOf(textOf(paragraph)))
  const sure = TITLE_WORDS.test(textOf(best.paragraph)) && best.by >= 4.5 && best.by - (second?.by ?? 0) >= 1.5
  return found(best.paragraph, sure, likely)
}
