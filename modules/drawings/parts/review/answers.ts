import { formatDay } from '#lib/days.ts'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import type { DrawingRevision } from '../../entities.ts'
import { nextRevision, UNCHANGED } from '../../publishing.ts'
import type { ReviewedPage } from './use-review.ts'

export type Change = Partial<Pick<DrawingRevision, ReadField>>

/** An answer that is likely: values that the page is given, or that it is skipped. */
export interface Answer {
  readonly label: string
  readonly change: Change | 'skip'
}
const MOST = 3

/** The likely answers to what is asked about a page. */
export function answersOf({ page, outcome, problem, asks }: ReviewedPage): Answer[] {
  if (page.state !== 'ready') return []
  const next = nextRevision(outcome?.supersedes)
  const skip: Answer = { label: 'Skip', change: 'skip' }
  if (problem !== null && outcome?.supersedes)
    return outcome.unchanged ? [skip] : [skip, { label: `Rev ${next}`, change: { revision: next } }]
  if (asks?.says === UNCHANGED) return [skip, { label: 'Publish it', change: { number: page.number } }]
  const field = asks?.field ?? 'number'
  const known = [page[field], ...(page.likely?.[field] ?? [])]
  const values = [...new Set(known.flatMap((value) => value ?? []))].slice(0, MOST)
  const shown = (value: string) => (field === 'dated' ? formatDay(value) : value)
  const isGoingBack = asks !== null && page.certainty?.[field] !== 'unsure'
  const label = (value: string) => (isGoingBack && value === page[field] ? `Yes, ${shown(value)}` : shown(value))
  const read = values.map((value): Answer => ({ label: label(value), change: { [field]: value } }))
  return field === 'revision' && page.revision === null
    ? [...read, { label: `Rev ${next}`, change: { revision: next } }]
    : read
}
