import { useState } from 'react'
import type { Markup } from '../../entities.ts'
import { shapeOf, type Shape } from '../../shape.ts'

/** Marks as they are drawn; those that keep their size are no part of the drawing. */
export const shapesOf = (marks: readonly Markup[]): Shape[] =>
  marks.filter(({ type }) => type !== 'pin' && type !== 'photo').map(shapeOf)

/** The same list as long as nothing in it changes: what draws it is made anew with it. */
export function useShapes(marks: readonly Markup[]): readonly Shape[] {
  const shapes = shapesOf(marks)
  const [kept, keep] = useState<readonly Shape[]>(shapes)
  if (shapes.length === kept.length && shapes.every((shape, at) => shape === kept[at])) return kept
  keep(shapes)
  return shapes
}
