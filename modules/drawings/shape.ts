import type { PdfMark } from '#lib/pdf/annotations.ts'
import { boundsOf, type Geometry, type MarkType } from './geometry.ts'
import type { Markup } from './markups.ts'
import { inWords, kindOf, type MeasureKind } from './measuring.ts'

/** A mark as it is drawn. */
export interface Shape {
  readonly id: number
  readonly type: MarkType
  readonly geometry: Geometry
  readonly color: string
  /** In thousandths of the page's width. */
  readonly width: number
  readonly text: string | null
  /** What it measures, and how much that is in words. */
  readonly measures?: MeasureKind | undefined
  readonly label?: string | null
}

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

/** A shape as a PDF has it. */
export function pdfMarkOf(shape: Omit<Shape, 'id'>, { author, at }: Pick<PdfMark, 'author' | 'at'>): PdfMark {
  const { geometry, type, color, width, text, measures, label } = shape
  const [left, top, right, bottom] = boundsOf(geometry)
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const
  const points = 'points' in geometry ? geometry.points : corners
  return { type, points, color, width, text, measures, label: label ?? null, author, at }
}

/** A mark as a PDF has it: those that keep their size have no label there. */
export const pdfMark = (mark: Markup): PdfMark =>
  pdfMarkOf(mark.type === 'pin' || mark.type === 'photo' ? { ...mark, label: null } : shapeOf(mark), {
    author: mark.user_name,
    at: mark.created_at,
  })
