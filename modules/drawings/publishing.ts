import type { Id } from '#core/access/access.ts'
import { numberKey } from './disciplines.ts'

interface Page {
  readonly id: Id
  readonly page: number
  readonly number: string | null
  readonly revision: string | null
}
interface Earlier {
  readonly number: string | null
  readonly revision: string | null
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

/** What becomes of a page when it is published. */
export interface Outcome {
  readonly problem: string | null
  /** The revision it becomes: its own, or the one after that of its sheet. */
  readonly revision: string
  /** The revision of the sheet that it supersedes; null for a new sheet. */
  readonly supersedes: string | null
}

/**
 * What becomes of each page of a set (rule drawing-publish).
 * @param earlier published revisions of the project, in the order of their publication
 */
export function outcomesOf(pages: readonly Page[], earlier: readonly Earlier[]): ReadonlyMap<Id, Outcome> {
  const taken = new Map<string, string[]>()
  const note = ({ number, revision }: Earlier) => {
    if (number === null || revision === null) return
    const key = numberKey(number)
    taken.set(key, [...(taken.get(key) ?? []), revision])
  }
  earlier.forEach(note)
  const outcomes = new Map<Id, Outcome>()
  for (const page of pages.toSorted((a, b) => a.page - b.page)) {
    const number = page.number ?? ''
    const known = taken.get(numberKey(number)) ?? []
    const supersedes = known.at(-1) ?? null
    const revision = page.revision ?? nextRevision(supersedes)
    if (!numberKey(number)) outcomes.set(page.id, { problem: NO_NUMBER, revision, supersedes: null })
    else if (known.some((one) => one.toUpperCase() === revision.toUpperCase()))
      outcomes.set(page.id, { problem: alreadyHas(number, revision), revision, supersedes })
    else {
      outcomes.set(page.id, { problem: null, revision, supersedes })
      note({ number, revision })
    }
  }
  return outcomes
}
