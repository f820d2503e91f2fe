import type { Id } from '#core/access/access.ts'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import { numberKey, rankOf } from '#lib/title-block/values.ts'
import { sheetFinder } from './disciplines.ts'
import { certaintyOf, unsureOf, type Certainty } from './reviewing.ts'

interface Page {
  readonly id: Id
  readonly page: number
  readonly number: string | null
  readonly title: string | null
  readonly revision: string | null
  readonly dated: string | null
  readonly content: string | null
  readonly certainty: Certainty | null
}
interface Earlier {
  readonly number: string | null
  readonly revision: string | null
  readonly dated: string | null
  readonly content: string | null
}

interface Published extends Earlier {
  readonly id: Id
  readonly drawing_sheet_id: Id | null
  readonly published_at: string | null
}

/** Compares revisions by when they were published. */
export const byPublishing = (a: Pick<Published, 'id' | 'published_at'>, b: Pick<Published, 'id' | 'published_at'>) =>
  (a.published_at ?? '').localeCompare(b.published_at ?? '') || a.id - b.id

/**
 * The published revisions among these, in the order of their publication. Each has the present number of its sheet, since a
 * sheet may have been renumbered after it.
 */
export function earlierOf<R extends Published>(
  revisions: readonly R[],
  sheets: readonly { readonly id: Id; readonly number: string }[],
): R[] {
  const numbers = new Map(sheets.map(({ id, number }) => [id, number]))
  return revisions
    .filter(({ published_at }) => published_at !== null)
    .toSorted(byPublishing)
    .map((one) => ({ ...one, number: numbers.get(one.drawing_sheet_id ?? 0) ?? one.number }))
}

export const NO_NUMBER = 'Sheet number is required.'
export const alreadyHas = (number: string, revision: string): string =>
  `Sheet ${number} already has revision ${revision}.`

/** The revision after another one: 4 after 3, C after B; 0 for a new sheet. */
export function nextRevision(revision: string | null | undefined): string {
  if (revision === null || revision === undefined) return '0'
  if (/^\d+$/.test(revision)) return String(Number(revision) + 1)
  if (/^[A-Y]$/i.test(revision)) return String.fromCharCode(revision.charCodeAt(0) + 1)
  return `${revision}-1`
}

export const doesNotFollow = (revision: string, known: string): string =>
  `Revision ${revision} comes before ${known}. Is it right?`
export const olderThan = (known: string): string => `The date is older than rev ${known}. Is it right?`
export const UNCHANGED = 'Nothing is changed on this sheet. Skip it?'
const UNSURE = {
  number: 'Check the number.',
  title: 'Check the title.',
  revision: 'Check the revision.',
  dated: 'Check the date.',
}

/** What somebody is asked about a page, and which of its values answers. */
export interface Question {
  readonly says: string
  readonly field: ReadField
}

/** What becomes of a page when it is published. */
export interface Outcome {
  /** What its review asks, unless somebody has looked at it (rule drawing-unsure). */
  readonly asks: Question | null
  /** It comes again as it is published. */
  readonly unchanged: boolean
  readonly problem: string | null
  /** The revision it becomes: its own, or the one after that of its sheet. */
  readonly revision: string
  /** The revision of the sheet that it supersedes; null for a new sheet. */
  readonly supersedes: string | null
}

/** What the review asks about a page that could be published. */
function questionOf(page: Page, revision: string, current: Earlier | null): Question | null {
  const [unsure] = unsureOf(page, current === null)
  if (unsure) return { says: UNSURE[unsure], field: unsure }
  if (!current) return null
  const { revision: known = null, dated, content } = current
  const looked = certaintyOf(page)
  if (content !== null && content === page.content && looked.number !== 'typed')
    return { says: UNCHANGED, field: 'number' }
  const isBehind = known !== null && rankOf(revision.toUpperCase()) < rankOf(known.toUpperCase())
  if (isBehind && looked.revision !== 'typed') return { says: doesNotFollow(revision, known), field: 'revision' }
  const isOlder = dated !== null && page.dated !== null && page.dated < dated
  return isOlder && looked.dated !== 'typed' ? { says: olderThan(known ?? '0'), field: 'dated' } : null
}

/**
 * What becomes of each page of a set (rule drawing-publish).
 * @param earlier published revisions of the project, in the order of their publication
 */
export function outcomesOf(pages: readonly Page[], earlier: readonly Earlier[]): ReadonlyMap<Id, Outcome> {
  const sheetOf = sheetFinder(earlier.flatMap(({ number }) => number ?? []))
  const taken = new Map<string, Earlier[]>()
  const note = (one: Earlier) => {
    if (one.number === null || one.revision === null) return
    const key = sheetOf(one.number)
    taken.set(key, [...(taken.get(key) ?? []), one])
  }
  earlier.forEach(note)
  const outcomes = new Map<Id, Outcome>()
  for (const page of pages.toSorted((a, b) => a.page - b.page)) {
    const number = page.number ?? ''
    const known = taken.get(sheetOf(number)) ?? []
    const current = known.at(-1) ?? null
    const supersedes = current?.revision ?? null
    const revision = page.revision ?? nextRevision(supersedes)
    const unchanged = current !== null && current.content !== null && current.content === page.content
    const outcome = { asks: null, unchanged, revision, supersedes }
    if (!numberKey(number)) outcomes.set(page.id, { ...outcome, problem: NO_NUMBER, supersedes: null })
    else if (known.some((one) => one.revision?.toUpperCase() === revision.toUpperCase()))
      outcomes.set(page.id, {
        ...outcome,
        problem: alreadyHas(number, revision),
        asks: unchanged ? { says: UNCHANGED, field: 'number' } : null,
      })
    else {
      outcomes.set(page.id, { ...outcome, problem: null, asks: questionOf(page, revision, current) })
      note({ ...page, revision })
    }
  }
  return outcomes
}

/** The published sheets that a set does not have, by number. */
export function missingFrom(
  pages: readonly Pick<Page, 'number'>[],
  earlier: readonly Pick<Earlier, 'number'>[],
): string[] {
  const numbers = [...new Set(earlier.flatMap(({ number }) => number ?? []))]
  const sheetOf = sheetFinder(numbers)
  const here = new Set(pages.map(({ number }) => sheetOf(number ?? '')))
  return numbers.filter((number) => !here.has(sheetOf(number)))
}
