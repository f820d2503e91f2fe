import { useMemo } from 'react'
import { carried, lengthening, laidOn } from '../../alignment.ts'
import type { DrawingRevision, Markup } from '../../entities.ts'
import type { Geometry } from '../../geometry.ts'

/** Marks of a sheet as they lie on one of its revisions (rule compare), and shapes back on the revision of their mark. */
export function carrierOf(shown: DrawingRevision, revisions: readonly DrawingRevision[]) {
  const order = revisions.map(({ id }) => id)
  const known = new WeakMap<Markup, Markup>()
  const revisionOf = ({ revision_id }: Markup) => revisions.find(({ id }) => id === revision_id) ?? shown

  function carry(mark: Markup): Markup {
    const from = revisionOf(mark)
    if (from.id === shown.id) return mark
    const matrix = laidOn(from, shown, revisions)
    const geometry = carried(mark.geometry, matrix, from, shown)
    if (geometry === mark.geometry) return mark
    const width = mark.width * lengthening(matrix) * ((from.width ?? 1) / (shown.width ?? 1))
    return { ...mark, geometry, width }
  }
  return {
    /** Marks are shown on the revision they were made on and on later ones. */
    marks: (all: readonly Markup[]): Markup[] =>
      all
        .filter(({ revision_id }) => order.indexOf(revision_id) >= order.indexOf(shown.id))
        .map((mark) => {
          const carriedMark = known.get(mark) ?? carry(mark)
          known.set(mark, carriedMark)
          return carriedMark
        }),
    /** A shape on the shown revision, on the revision of its mark, which measures it, too. */
    back(mark: Markup, shape: Geometry): { geometry: Geometry; revision: DrawingRevision } {
      const revision = revisionOf(mark)
      return { geometry: carried(shape, laidOn(shown, revision, revisions), shown, revision), revision }
    },
  }
}

export function useCarried(shown: DrawingRevision, revisions: readonly DrawingRevision[]) {
  // A changed revision, for example aligned anew, is another record.
  const key = revisions.map(({ id, updated_at }) => `${id} ${updated_at}`).join()
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => carrierOf(shown, revisions), [shown.id, key])
}
