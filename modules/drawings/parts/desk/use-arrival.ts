import { useEffect, useRef } from 'react'
import type { Id } from '#core/access/access.ts'
import type { Markup } from '../../entities.ts'
import { boundsOf, type Geometry, type Point } from '../../geometry.ts'
import type { SheetControl } from '../sheet/sheet-view.tsx'

export const middleOf = (shape: Geometry): Point => {
  const [left, top, right, bottom] = boundsOf(shape)
  return [(left + right) / 2, (top + bottom) / 2]
}

/** Brings the markup that the address names into sight, once it and its sheet are there. */
export function useArrival(sought: Id | null, marks: readonly Markup[], control: SheetControl | null): void {
  const left = useRef(sought)
  useEffect(() => {
    const mark = control && marks.find(({ id }) => id === left.current)
    if (!mark) return
    left.current = null
    control.show(middleOf(mark.geometry))
  }, [control, marks])
}
