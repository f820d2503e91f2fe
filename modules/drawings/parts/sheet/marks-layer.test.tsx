import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarkIndex } from './hits.ts'
import { createMarksLayer } from './marks-layer.ts'
import type { Shape } from './paint.ts'
import { eventually } from '../../../../tests/eventually.ts'

const page = { width: 1000, height: 1000 }
const view = { width: 400, height: 400 }
const box = document.createElement('div')
let first = document.createElement('canvas')
let layer = createMarksLayer(first, page)
beforeEach(() => {
  box.style.cssText = 'position: relative; width: 400px; height: 400px; overflow: hidden'
  first = document.createElement('canvas')
  first.style.cssText = 'position: absolute; top: 0; left: 0; transform-origin: 0 0'
  box.replaceChildren(first)
  document.body.append(box)
  layer = createMarksLayer(first, page)
  for (const canvas of box.querySelectorAll('canvas')) canvas.style.cssText = first.style.cssText
})
afterEach(() => {
  layer.close()
  box.remove()
})

/** A short thick line at a place of the page. */
const line = (id: number, x: number, y: number, color = '#d92d20'): Shape => ({
  id,
  type: 'line',
  geometry: {
    points: [
      [x - 0.01, y],
      [x + 0.01, y],
    ],
  },
  color,
  width: 10,
  text: null,
})

/** The colour of the shown canvas at a place of the view; null where nothing is drawn. */
function colorAt(x: number, y: number): string | null {
  const shown = [...box.querySelectorAll('canvas')].find(({ style, width }) => width && style.visibility !== 'hidden')
  if (!shown) return null
  const [, left = 0, top = 0, scale = 1] = (
    /translate\((.+)px, (.+)px\) scale\((.+)\)/.exec(shown.style.transform) ?? []
  ).map(Number)
  const ratio = shown.width / shown.clientWidth
  const place = [((x - left) / scale) * ratio, ((y - top) / scale) * ratio] as const
  const [r = 0, g = 0, b = 0, alpha = 0] = shown.getContext('2d')?.getImageData(place[0], place[1], 1, 1).data ?? []
  return alpha < 200 ? null : `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
const RED = '#d92d20'
const at = (x: number, y: number, scale = 0.4) => ({ x, y, scale })

test('thousands of marks are drawn over frames, and moved with the sheet', async () => {
  const many = Array.from({ length: 4000 }, (_, nth) =>
    line(nth + 10, (nth % 60) / 100, 0.7 + Math.floor(nth / 60) / 300),
  )
  layer.show(new MarkIndex([line(1, 0.5, 0.5), ...many, line(2, 0.25, 0.5)]), null)
  layer.place(at(0, 0), view, 0)
  expect(colorAt(100, 200)).toBeNull()
  await eventually(() => expect(colorAt(100, 200)).toBe(RED))
  expect(colorAt(200, 200)).toBe(RED)
  // At once, and on the canvas as it is.
  layer.place(at(-50, 0), view, 0)
  expect(colorAt(150, 200)).toBe(RED)
  layer.place(at(-50, 0, 0.6), view, 0)
  expect(colorAt(250, 300)).toBe(RED)
})

test('a mark that changes, appears or goes mends its surroundings at once', async () => {
  const [a, b] = [line(1, 0.5, 0.5), line(2, 0.52, 0.52)]
  layer.show(new MarkIndex([a, b]), null)
  layer.place(at(0, 0), view, 0)
  await eventually(() => expect(colorAt(200, 200)).toBe(RED))
  layer.show(new MarkIndex([line(1, 0.2, 0.2, '#1b57c2'), b, line(3, 0.8, 0.8)]), null)
  expect([colorAt(200, 200), colorAt(80, 80), colorAt(208, 208), colorAt(320, 320)]).toEqual([
    null,
    '#1b57c2',
    RED,
    RED,
  ])
  // What is dragged is drawn elsewhere meanwhile.
  layer.show(new MarkIndex([b]), 2)
  expect([colorAt(80, 80), colorAt(208, 208), colorAt(320, 320)]).toEqual([null, null, null])
  layer.show(new MarkIndex([b]), null)
  expect(colorAt(208, 208)).toBe(RED)
})

test('a sheet without marks needs no canvas, and the first mark gets one', async () => {
  layer.show(new MarkIndex([]), null)
  layer.place(at(0, 0), view, 0)
  expect([...box.querySelectorAll('canvas')].map(({ width }) => width)).toEqual([0, 0])
  layer.show(new MarkIndex([line(1, 0.5, 0.5)]), null)
  await eventually(() => expect(colorAt(200, 200)).toBe(RED))
})
