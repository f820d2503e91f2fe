import { getStroke } from 'perfect-freehand'
import type { MarkType, Point } from '../../geometry.ts'
import { opened, type MeasureKind } from '../../measuring.ts'
import type { Shape } from '../../shape.ts'
import type { Projection } from './camera.ts'

export type { Shape } from '../../shape.ts'

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Draws a mark; pins and photos are not drawn, since they keep their size. */
export function paint(canvas: Canvas, shape: Shape, project: Projection): void {
  const { type, geometry, color, width } = shape
  canvas.save()
  canvas.strokeStyle = canvas.fillStyle = color
  canvas.lineWidth = Math.max(1, width * project.unit)
  canvas.lineCap = canvas.lineJoin = 'round'
  if ('points' in geometry) strokes[type]?.(canvas, geometry.points.map(project.toView), shape)
  else if ('w' in geometry) {
    const { x, y, w, h } = geometry
    const [a, b] = [project.toView([x, y]), project.toView([x + w, y + h])]
    const box: Box = [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])]
    boxes[type]?.(canvas, box, shape)
  }
  canvas.restore()
}

type Box = readonly [x: number, y: number, w: number, h: number]

function polyline(canvas: Canvas, points: readonly Point[]) {
  canvas.beginPath()
  for (const [x, y] of points) canvas.lineTo(x, y)
}

const strokes: Partial<Record<MarkType, (canvas: Canvas, points: readonly Point[], shape: Shape) => void>> = {
  pen(canvas, points) {
    const outline = getStroke(points as [number, number][], {
      size: canvas.lineWidth * 1.6,
      thinning: 0.3,
      smoothing: 0.5,
      simulatePressure: true,
    })
    canvas.beginPath()
    for (const [x = 0, y = 0] of outline) canvas.lineTo(x, y)
    canvas.closePath()
    canvas.fill()
  },
  highlight(canvas, points) {
    canvas.globalCompositeOperation = 'multiply'
    canvas.globalAlpha = 0.4
    canvas.lineWidth *= 6
    polyline(canvas, points)
    canvas.stroke()
  },
  line(canvas, points) {
    polyline(canvas, points)
    canvas.stroke()
  },
  arrow(canvas, points) {
    polyline(canvas, points)
    canvas.stroke()
    const [tip, from] = [points.at(-1), points.at(-2)]
    if (!tip || !from) return
    const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0])
    const head = Math.max(8, canvas.lineWidth * 4)
    canvas.beginPath()
    for (const side of [0.45, -0.45]) {
      canvas.moveTo(tip[0], tip[1])
      canvas.lineTo(tip[0] - head * Math.cos(angle + side), tip[1] - head * Math.sin(angle + side))
    }
    canvas.stroke()
  },
  measure(canvas, points, shape) {
    const { measures = 'length' } = shape
    if (measures === 'count') paintCounted(canvas, points)
    else {
      polyline(canvas, points)
      if (measures === 'area') {
        canvas.closePath()
        canvas.globalAlpha = 0.15
        canvas.fill()
        canvas.globalAlpha = 1
      }
      canvas.stroke()
      for (const [x, y] of points) {
        canvas.beginPath()
        canvas.arc(x, y, Math.max(2, canvas.lineWidth * 1.2), 0, 2 * Math.PI)
        canvas.fill()
      }
    }
    if (shape.label) paintLabel(canvas, placeOfLabel(points, measures), shape.label)
  },
}

/** Things that were counted, each with its number. */
function paintCounted(canvas: Canvas, points: readonly Point[]) {
  canvas.font = '650 11px "Archivo Variable", sans-serif'
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  const color = canvas.fillStyle
  for (const [at, [x, y]] of points.entries()) {
    canvas.fillStyle = color
    canvas.beginPath()
    canvas.arc(x, y, 10, 0, 2 * Math.PI)
    canvas.fill()
    canvas.fillStyle = '#ffffff'
    canvas.fillText(String(at + 1), x, y + 0.5)
  }
  canvas.fillStyle = color
}

/** The middle of a line's middle part, the centre of an area, or a place beside the last thing counted. */
function placeOfLabel(points: readonly Point[], measures: MeasureKind): Point {
  const [last = [0, 0]] = points.slice(-1)
  if (measures === 'count') return [last[0], last[1] + 24]
  if (measures === 'area') {
    const around = opened(points)
    const sum = (axis: 0 | 1) => around.reduce((total, point) => total + point[axis], 0)
    return [sum(0) / around.length, sum(1) / around.length]
  }
  const at = Math.floor((points.length - 1) / 2)
  const [from = last, to = last] = points.slice(at, at + 2)
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
}

function paintLabel(canvas: Canvas, [x, y]: Point, label: string) {
  canvas.font = '650 13px "Archivo Variable", sans-serif'
  const wide = canvas.measureText(label).width + 14
  canvas.beginPath()
  canvas.roundRect(x - wide / 2, y - 11, wide, 22, 4)
  canvas.fill()
  canvas.fillStyle = '#ffffff'
  canvas.textAlign = 'center'
  canvas.textBaseline = 'middle'
  canvas.fillText(label, x, y + 0.5)
}

const boxes: Partial<Record<MarkType, (canvas: Canvas, box: Box, shape: Shape) => void>> = {
  rectangle: (canvas, [x, y, w, h]) => canvas.strokeRect(x, y, w, h),
  ellipse(canvas, [x, y, w, h]) {
    canvas.beginPath()
    canvas.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, 2 * Math.PI)
    canvas.stroke()
  },
  cloud(canvas, [x, y, w, h]) {
    const wanted = Math.max(8, Math.min(w, h) / 5)
    const [across, down] = [Math.max(1, Math.round(w / wanted)), Math.max(1, Math.round(h / wanted))]
    canvas.beginPath()
    const arcs = (count: number, at: (nth: number) => Point, radius: number, from: number) => {
      for (let nth = 0; nth < count; nth++) {
        const [cx, cy] = at(nth)
        canvas.arc(cx, cy, radius, from, from + Math.PI)
      }
    }
    const [sx, sy] = [w / across, h / down]
    arcs(across, (nth) => [x + sx * (nth + 0.5), y], sx / 2, Math.PI)
    arcs(down, (nth) => [x + w, y + sy * (nth + 0.5)], sy / 2, 1.5 * Math.PI)
    arcs(across, (nth) => [x + w - sx * (nth + 0.5), y + h], sx / 2, 0)
    arcs(down, (nth) => [x, y + h - sy * (nth + 0.5)], sy / 2, 0.5 * Math.PI)
    canvas.closePath()
    canvas.stroke()
  },
  text(canvas, [x, y, w, h], { text, color }) {
    canvas.fillStyle = '#ffffff'
    canvas.globalAlpha = 0.92
    canvas.fillRect(x, y, w, h)
    canvas.globalAlpha = 1
    canvas.strokeRect(x, y, w, h)
    if (!text) return
    canvas.fillStyle = color
    canvas.textBaseline = 'middle'
    const lines = text.split('\n')
    const longest = Math.max(1, ...lines.map((line) => line.length))
    const size = Math.min((h / lines.length) * 0.72, (w * 1.8) / longest)
    canvas.font = `600 ${size}px "Archivo Variable", sans-serif`
    for (const [at, line] of lines.entries())
      canvas.fillText(line, x + size * 0.35, y + (h / lines.length) * (at + 0.5), w)
  },
}
