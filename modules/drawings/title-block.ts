import type { Box } from './geometry.ts'

/** A piece of a page's text and its place. */
export interface Run extends Box {
  readonly text: string
}

/** What a title block says of its sheet, as far as it could be read. */
export interface Guess {
  readonly number: string | null
  readonly number_box: Box | null
  readonly title: string | null
  readonly revision: string | null
  readonly dated: string | null
}

const NUMBER = /^[A-Z]{1,3}[- ]?\d{1,3}([.-]\d{1,3})?[A-Z]?$/
/** Title blocks are at the right or at the bottom. */
const [RIGHT, BOTTOM] = [0.8, 0.82]
const LABEL =
  /^(date|dated|scale|drawn|checked|approved|project|sheet|rev|revision|issue|job|client|owner|no|number|by|title|drawing)\b/i
const TITLE_LABEL = /^(sheet |drawing )?title:?$/i
const REVISION = /^rev(?:ision)?\.?\s*[:#]?\s*([A-Z0-9]{1,3})\b/i
const DATE = /\b(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/
const ISO = /\b(20\d\d)-(\d\d)-(\d\d)\b/
const MOST_RUNS = 300

const boxOf = ({ x, y, w, h }: Run): Box => ({ x, y, w, h })
const inBlock = ({ x, y, w }: Run) => x + w > RIGHT || y > BOTTOM

/** The texts in which a title block may be, to be read again with another box. */
export const blockRuns = (runs: readonly Run[]): Run[] =>
  runs.filter(({ x, y, w }) => x + w > RIGHT - 0.1 || y > BOTTOM - 0.07).slice(-MOST_RUNS)

/** Taller and nearer to the lower right corner is likelier. */
const likelihood = ({ x, y, w, h }: Run) => h / (0.1 + Math.hypot(1 - (x + w), 1 - (y + h)))

function numberRun(runs: readonly Run[]): Run | null {
  const found = runs.filter((run) => inBlock(run) && NUMBER.test(run.text.trim()))
  return found.toSorted((a, b) => likelihood(b) - likelihood(a))[0] ?? null
}

/** The words of a title: what follows its label, or else what is above the number. */
function titleOf(runs: readonly Run[], number: Run | null): string | null {
  const label = runs.find((run) => inBlock(run) && TITLE_LABEL.test(run.text))
  if (label) {
    const below = runs
      .filter((run) => run.y > label.y + label.h / 2 && run.y < label.y + 0.12 && Math.abs(run.x - label.x) < 0.1)
      .toSorted((a, b) => a.y - b.y)
    return joined(below)
  }
  if (!number) return null
  const above = runs
    .filter((run) => run.y + run.h <= number.y && run.y > number.y - 0.3 && run.x > number.x - 0.15)
    .toSorted((a, b) => b.y - a.y)
  const start = above.findIndex((run) => !LABEL.test(run.text) && !DATE.test(run.text) && run.text.length > 2)
  const [first] = above.slice(start)
  if (start < 0 || !first) return null
  const lines = [first]
  for (const run of above.slice(start + 1)) {
    const last = lines[0] ?? first
    if (last.y - (run.y + run.h) > 1.2 * last.h || run.h < last.h * 0.75 || LABEL.test(run.text)) break
    lines.unshift(run)
  }
  return joined(lines)
}

/** Lines until the next label, as a sentence: drawings write their titles in capitals. */
function joined(lines: readonly Run[]): string | null {
  const end = lines.findIndex(({ text }) => LABEL.test(text))
  const words = (end < 0 ? lines : lines.slice(0, end)).map(({ text }) => text.trim()).join(' ')
  if (!words) return null
  const shown = words === words.toUpperCase() ? `${words.charAt(0)}${words.slice(1).toLowerCase()}` : words
  return shown.slice(0, 200)
}

function dateIn(text: string): string | null {
  const iso = ISO.exec(text)
  if (iso) return iso[0]
  const [, month = '', day = '', year = ''] = DATE.exec(text) ?? []
  if (!month || Number(month) > 12 || Number(day) > 31) return null
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function revisionOf(runs: readonly Run[]): Pick<Guess, 'revision' | 'dated'> {
  const block = runs.filter(inBlock)
  for (const run of block.toReversed()) {
    const [, revision] = REVISION.exec(run.text) ?? []
    if (revision === undefined) continue
    const near = block.filter((other) => Math.abs(other.y - run.y) < 0.01)
    const dated = near.map(({ text }) => dateIn(text)).find((date) => date !== null)
    return { revision: revision.toUpperCase(), dated: dated ?? null }
  }
  const dated = block.map(({ text }) => dateIn(text)).find((date) => date !== null)
  return { revision: null, dated: dated ?? null }
}

/** A sheet's number in the name of its file: `E2.1 Power plan.pdf`. */
export function guessFromName(name: string): Pick<Guess, 'number' | 'title'> {
  const [, number, title] = /^([A-Z]{1,3}-?\d{1,3}(?:[.-]\d{1,3})?[A-Z]?)(?:[ _-]+(.*?))?(?:\.pdf)?$/i.exec(name) ?? []
  return { number: number?.toUpperCase() ?? null, title: title?.replaceAll('_', ' ') || null }
}

/** Reads a title block: the number in `box`, if somebody showed where it is, or else in the likeliest place. */
export function readTitleBlock(runs: readonly Run[], box: Box | null): Guess {
  const shown = box && runs.filter(({ x, y, w, h }) => isInside(box, x + w / 2, y + h / 2))
  const found = numberRun(runs)
  const words = shown
    ?.map(({ text }) => text.trim())
    .join(' ')
    .trim()
  const number = words || found?.text.trim() || null
  return {
    number: number?.slice(0, 40) ?? null,
    number_box: words ? box : found && boxOf(found),
    title: titleOf(runs, shown?.[0] ?? found),
    ...revisionOf(runs),
  }
}

const isInside = (box: Box, x: number, y: number) =>
  x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h
