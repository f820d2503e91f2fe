import { useMemo } from 'react'
import type { Markup } from '../entities.ts'
import type { Shape } from './sheet/paint.ts'
import { lengthInWords } from './lengths.ts'

/** Marks as they are drawn; those that keep their size are no part of the drawing. */
export const shapesOf = (marks: readonly Markup[]): Shape[] =>
  marks
    .filter(({ type }) => type !== 'pin' && type !== 'photo')
    .map(({ id, type, geometry, color, width, text, measurement, unit }) => ({
      id,
      type,
      geometry,
      color,
      width,
      text,
      label: measurement !== null && unit !== null ? lengthInWords(measurement, unit) : null,
    }))

/** The same list as long as nothing in it changes: what draws it is made anew with it. */
export function useShapes(marks: readonly Markup[]): readonly Shape[] {
  const drawn = JSON.stringify(shapesOf(marks))
  return useMemo(() => JSON.parse(drawn) as Shape[], [drawn])
}
