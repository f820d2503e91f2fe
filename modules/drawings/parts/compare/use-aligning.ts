import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { drawingRevisions, type DrawingRevision } from '../../entities.ts'
import type { Point } from '../../geometry.ts'

/** Which of two sheets is touched next, and for which of two places. */
export interface AligningStep {
  readonly on: 'before' | 'after'
  readonly nth: 1 | 2
}

/** Shows two places of one revision and the same two on another, which aligns them for everyone. @useSignals */
export function useAligning(before: DrawingRevision, after: DrawingRevision) {
  const { api } = useServices()
  const report = useOutcome()
  const key = `${before.id} ${after.id}`
  const [touched, setTouched] = useState<{ key: string; places: readonly Point[] } | null>(null)
  // With another sheet it begins anew.
  const places = touched?.key === key ? touched.places : null
  const setPlaces = (next: readonly Point[] | null) => setTouched(next && { key, places: next })
  const order = [
    { on: 'before', nth: 1 },
    { on: 'after', nth: 1 },
    { on: 'before', nth: 2 },
    { on: 'after', nth: 2 },
  ] as const
  const step: AligningStep | null = places && (order[places.length] ?? null)

  async function save(points: readonly Point[] | null, onto: readonly Point[]) {
    const body = { revision_id: before.id, points, onto }
    const result = await api.across(drawingRevisions).act(after.id, 'align', body)
    report(result, points ? 'Aligned.' : 'No longer aligned.')
  }
  return {
    step,
    /** The places that were touched, by the sheet they are on. */
    placesOn: (on: AligningStep['on']): readonly Point[] => (places ?? []).filter((_, at) => order[at]?.on === on),
    start: () => setPlaces([]),
    cancel: () => setPlaces(null),
    clear: () => void save(null, []),
    touch(on: AligningStep['on'], place: Point) {
      if (!places || step?.on !== on) return
      const [a, b, c] = places
      setPlaces(a && b && c ? null : [...places, place])
      if (a && b && c) void save([a, c], [b, place])
    },
  }
}
