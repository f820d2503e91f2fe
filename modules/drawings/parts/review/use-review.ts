import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import type { Id } from '#core/access/access.ts'
import { drawingRevisions, type Drawing, type DrawingRevision } from '../../entities.ts'
import { outcomesOf, type Outcome } from '../../publishing.ts'

/** A page under review, and what becomes of it when it is published. */
export interface ReviewedPage {
  readonly page: DrawingRevision
  readonly outcome: Outcome | null
  /** What keeps it from being published. */
  readonly problem: string | null
}

/** The unpublished pages of a set, problems first. @useSignals */
export function useReview({ id, project_id }: Drawing) {
  const query = useQuery(drawingRevisions, { params: { drawing_id: id } })
  const earlierQuery = useQuery(drawingRevisions, { across: true, filters: { project_id } })
  const open = useRecords(query.items).filter(({ published_at }) => published_at === null)
  const earlier = useRecords(earlierQuery.items)
    .filter(({ published_at }) => published_at !== null)
    .toSorted((a, b) => (a.published_at ?? '').localeCompare(b.published_at ?? '') || a.id - b.id)
  const outcomes = outcomesOf(
    open.filter(({ state }) => state === 'ready'),
    earlier,
  )
  const pages = open.map((page): ReviewedPage => {
    const outcome = outcomes.get(page.id) ?? null
    return { page, outcome, problem: page.state === 'failed' ? page.error : (outcome?.problem ?? null) }
  })
  const rank = ({ problem }: ReviewedPage) => (problem === null ? 1 : 0)
  return {
    query,
    pages: pages.toSorted((a, b) => rank(a) - rank(b) || a.page.page - b.page.page),
    ready: pages.filter(({ problem, page }) => problem === null && page.state === 'ready'),
    needing: pages.filter(({ problem }) => problem !== null),
  }
}

/** The page that has the focus: the chosen one, as long as it is there, or else the first. */
export const focused = (pages: readonly ReviewedPage[], id: Id | null): ReviewedPage | null =>
  pages.find(({ page }) => page.id === id) ?? pages[0] ?? null
