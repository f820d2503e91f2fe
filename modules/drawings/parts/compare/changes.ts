import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { Size } from '../sheet/camera.ts'
import { laidAt } from '../sheet/detail.ts'
import type { LaidPage } from '../sheet/sheet-props.ts'

/** A changed part of a sheet, in parts of it. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Cells across the sheet that are compared, and pixels across a cell. */
const ACROSS = 96
const CELL = 16
/** Pixels darker than this, from 0 to 255, are part of the drawing. */
const DRAWN = 64
/** What is drawn has something this dark beside it on the other sheet: lines may lie between pixels. */
const SHARE = 0.4
/** A cell with so many pixels that are on one sheet only has changed. */
const NOTICED = 4
const MOST_AREAS = 20

/** A drawn sheet, by how dark its pixels are, from 0 to 255. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly dark: Uint8Array
}

/** Draws a sheet, or a page that is laid on it. */
async function pictureOf(pdf: PdfDocument, sheet: Size, laid?: LaidPage): Promise<Picture> {
  const width = ACROSS * CELL
  const height = Math.max(CELL, Math.round((width * sheet.height) / sheet.width / CELL) * CELL)
  const region = { page: 1, turns: 0, full: { width, height }, x: 0, y: 0, width, height } as const
  const lying = laidAt(laid, width / sheet.width)
  const picture = await pdf.drawRegion({ ...region, ...lying, annotations: false, isApart: true })
  if (!picture) throw new Error('This sheet cannot be drawn.')
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
  const data = context?.getImageData(0, 0, width, height).data ?? []
  const dark = new Uint8Array(width * height)
  for (let at = 0; at < dark.length; at++)
    dark[at] = 255 - ((data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)) / 3
  return { width, height, dark }
}

/** Whether a pixel is drawn here and nothing near it there. */
function isOnlyIn(here: Picture, there: Picture, at: number): boolean {
  const own = here.dark[at] ?? 0
  if (own < DRAWN) return false
  const { width } = there
  for (let dy = -width; dy <= width; dy += width)
    for (let dx = -1; dx <= 1; dx++) if ((there.dark[at + dy + dx] ?? 0) >= own * SHARE) return false
  return true
}

/** The cells in which pixels are on one of both sheets only. */
function changedCells(a: Picture, b: Picture): boolean[] {
  const [across, down] = [a.width / CELL, a.height / CELL]
  const counts = Array.from({ length: across * down }, () => 0)
  for (let at = 0; at < a.dark.length; at++) {
    if (a.dark[at] === b.dark[at] || !(isOnlyIn(a, b, at) || isOnlyIn(b, a, at))) continue
    const cell = Math.floor(at / a.width / CELL) * across + Math.floor((at % a.width) / CELL)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return counts.map((count) => count >= NOTICED)
}

/** What differs between two pictures of one size, joined with what is near into rectangles; the largest first. */
export function areasOf(a: Picture, b: Picture): Area[] {
  const [across, down] = [a.width / CELL, a.height / CELL]
  const changed = changedCells(a, b)
  const seen = new Set<number>()
  const areas: (Area & { size: number })[] = []
  for (const [start, isChanged] of changed.entries()) {
    if (!isChanged || seen.has(start)) continue
    let [left, top, right, bottom, size] = [across, down, 0, 0, 0]
    const open = [start]
    seen.add(start)
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      const [x, y] = [cell % across, Math.floor(cell / across)]
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
      size++
      // Cells with a gap of one between them belong together.
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) {
          const [nx, ny] = [x + dx, y + dy]
          const next = ny * across + nx
          if (nx < 0 || ny < 0 || nx >= across || ny >= down || !changed[next] || seen.has(next)) continue
          seen.add(next)
          open.push(next)
        }
    }
    areas.push({
      size,
      x: Math.max(0, (left - 0.5) / across),
      y: Math.max(0, (top - 0.5) / down),
      w: (right - left + 2) / across,
      h: (bottom - top + 2) / down,
    })
  }
  const largest = areas.toSorted((one, other) => other.size - one.size).slice(0, MOST_AREAS)
  return largest.map(({ x, y, w, h }) => ({ x, y, w: Math.min(w, 1 - x), h: Math.min(h, 1 - y) }))
}

/**
 * The areas in which two sheets differ, the first of which lies on the second.
 * @throws with a sentence about the sheet
 */
export async function changedAreas(
  { pdf: before, laid }: { pdf: PdfDocument; laid: LaidPage },
  { pdf: after, size }: { pdf: PdfDocument; size: Size },
): Promise<Area[]> {
  const [old, now] = [await pictureOf(before, size, laid), await pictureOf(after, size)]
  return areasOf(old, now)
}
