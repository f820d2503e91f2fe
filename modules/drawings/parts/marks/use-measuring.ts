import { useMemo, useState } from 'react'
import { toast } from '#ui/toast/toast.tsx'
import type { DrawingRevision, Markup } from '../../entities.ts'
import { fits, type Geometry, type Point } from '../../geometry.ts'
import { closed, inWords, kindOf, measured, type Measured, type MeasureKind } from '../../measuring.ts'
import type { Draft } from '../sheet/drafts.ts'
import type { Path } from '../sheet/drafts.ts'

const NO_SCALE = 'Set the sheet scale first.'

/** A finished measurement, as it is kept. */
export interface Measurement extends Measured {
  readonly type: 'measure'
  readonly geometry: Geometry
  readonly text: string | null
}

/** Measuring on a sheet: what, under which label, and the points that were set so far. */
export function useMeasuring({
  shown,
  maySetScale,
  onMeasured,
  onScale,
}: {
  shown: DrawingRevision
  maySetScale: boolean
  onMeasured: (measurement: Measurement) => void
  /** Asks how long a line is in reality. */
  onScale: (line: Geometry) => void
}) {
  const { scale } = shown
  const [kind, setKind] = useState<MeasureKind>('length')
  const [label, setLabel] = useState('')
  const [points, setPoints] = useState<readonly Point[]>([])
  const [isScaling, setScaling] = useState(false)
  const path = useMemo((): Path => ({ kind: isScaling ? 'length' : kind, points }), [kind, points, isScaling])
  const needsScale = isScaling || (kind !== 'count' && !scale)

  function finish(all: readonly Point[] = points) {
    setPoints([])
    if (needsScale) {
      setScaling(false)
      if (!maySetScale) return void toast.error(NO_SCALE)
      return all.length === 2 ? onScale({ points: all }) : undefined
    }
    const geometry = { points: kind === 'area' ? closed(all) : all }
    const found = measured(geometry, kind, shown, scale)
    if (found && fits('measure', geometry, found.unit))
      onMeasured({ type: 'measure', geometry, ...found, text: label.trim() || null })
    return undefined
  }
  return {
    kind,
    label,
    path,
    isScaling,
    setLabel,
    finish,
    setKind(next: MeasureKind) {
      finish()
      setKind(next)
    },
    /** The next line that is drawn has a known length. */
    startScaling() {
      setPoints([])
      setScaling(true)
    },
    onPath(next: readonly Point[]) {
      if (needsScale && (!maySetScale || next.length === 2)) finish(next)
      else setPoints(next)
    },
    /** Takes the last point back. */
    back: () => setPoints(points.slice(0, -1)),
    cancel() {
      setPoints([])
      setScaling(false)
    },
    /** What is measured so far, in words. */
    labelOf({ type, geometry }: Draft): string | null {
      const found = type === 'measure' && !isScaling ? measured(geometry, kind, shown, scale) : null
      return found && inWords(found)
    },
  }
}
export type Measuring = ReturnType<typeof useMeasuring>

/** What a mark measures once it has another shape; nothing for other marks. */
export function remeasured(mark: Markup, geometry: Geometry, revision: DrawingRevision): Partial<Measured> {
  if (mark.type !== 'measure') return {}
  return measured(geometry, kindOf(mark.unit), revision, revision.scale) ?? {}
}
