import { useState } from 'react'
import type { Markup } from '../../entities.ts'
import { inWords, kindOf } from '../../measuring.ts'
import type { Shape } from '../sheet/paint.ts'

const known = new WeakMap<Markup, Shape>()

/** A mark as it is drawn; the same one as long as the mark is the same. */
export function shapeOf(mark: Markup): Shape {
  const drawn = known.get(mark)
  if (drawn) return drawn
  const { id, type, geometry, color, width, text, measurement, unit } = mark
  const measures = type === 'measure' ? kindOf(unit) : undefined
  const value = measurement !== null && unit !== null ? inWords({ measurement, unit }) : null
  const label = value !== null && text ? `${text}: ${value}` : value
  const shape: Shape = { id, type, geometry, color, width, text, measures, label }
  known.set(mark, shape)
  return shape
}

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
