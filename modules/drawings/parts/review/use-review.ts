import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import type { Id } from '#core/access/access.ts'
import { drawingRevisions, drawingSheets, type Drawing, type DrawingRevision } from '../../entities.ts'
import { earlierOf, missingFrom, outcomesOf, type Outcome, type Question } from '../../publishing.ts'

/** A page under review, and what becomes of it when it is published. */
export interface ReviewedPage {
  readonly page: DrawingRevision
  readonly outcome: Outcome | null
  /** What keeps it from being published. */
  readonly problem: string | null
  /** What somebody is to look at first. */
  readonly asks: Question | null
}

/** The unpublished pages of a set: those that are unsure first. @useSignals */
export function useReview({ id, project_id }: Drawing) {
  const query = useQuery(drawingRevisions, { params: { drawing_id: id } })
  const earlierQuery = useQuery(drawingRevisions, { across: true, filters: { project_id } })
  const open = useRecords(query.items).filter(({ published_at }) => published_at === null)
  const { items: sheets } = useQuery(drawingSheets, { params: { project_id } })
  const earlier = earlierOf(useRecords(earlierQuery.items), useRecords(sheets))
  const outcomes = outcomesOf(
    open.filter(({ state }) => state === 'ready'),
    earlier,
  )
  const pages = open
    .map((page): ReviewedPage => {
      const outcome = outcomes.get(page.id) ?? null
      const problem = page.state === 'failed' ? page.error : (outcome?.problem ?? null)
      return { page, outcome, problem, asks: outcome?.asks ?? null }
    })
    .toSorted((a, b) => a.page.page - b.page.page)
  const isUnsure = ({ problem, asks }: ReviewedPage) => problem !== null || asks !== null
  return {
    query,
    pages,
    unsure: pages.filter(isUnsure),
    sure: pages.filter((one) => !isUnsure(one)),
    ready: pages.filter((one) => !isUnsure(one) && one.page.state === 'ready'),
    missing: missingFrom(open, earlier),
  }
}

/** The page that has the focus: the chosen one, as long as it is there, or else the first. */
export const focused = (pages: readonly ReviewedPage[], id: Id | null): ReviewedPage | null =>
  pages.find(({ page }) => page.id === id) ?? pages[0] ?? null
