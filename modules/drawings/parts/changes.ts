import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { Size } from './sheet/camera.ts'
import { laidAt } from './sheet/detail.ts'
import type { LaidPage } from './sheet/sheet-props.ts'

/** A changed part of a sheet, in parts of it. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Cells across the sheet that are compared. */
const ACROSS = 96
/** How much darker or lighter a cell must be, from 0 to 255. */
const NOTICED = 18
const MOST_AREAS = 20

interface Grid {
  readonly across: number
  readonly down: number
  /** How dark each cell is at its darkest. */
  readonly cells: Uint8Array
}

/** How dark the cells of a sheet are, of a page that is laid on it or of its own. */
async function gridOf(pdf: PdfDocument, sheet: Size, laid?: LaidPage): Promise<Grid> {
  const [across, down] = [ACROSS, Math.max(1, Math.round((ACROSS * sheet.height) / sheet.width))]
  const [w, h] = [across * 8, down * 8]
  const region = { page: 1, turns: 0, full: { width: w, height: h }, x: 0, y: 0, width: w, height: h } as const
  const lying = laidAt(laid, w / sheet.width)
  const picture = await pdf.drawRegion({ ...region, ...lying, annotations: false, isApart: true })
  if (!picture) throw new Error('This sheet cannot be drawn.')
  const canvas = new OffscreenCanvas(w, h)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(picture, 0, 0)
  picture.close()
  const data = context?.getImageData(0, 0, w, h).data ?? new Uint8ClampedArray(w * h * 4)
  const sums = new Float32Array(across * down)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = (y * w + x) * 4
      const cell = (y >> 3) * across + (x >> 3)
      sums[cell] = (sums[cell] ?? 0) + 255 - ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
    }
  return { across, down, cells: Uint8Array.from(sums, (sum) => Math.min(255, sum / 64)) }
}

/** Cells that differ, joined with their neighbours into rectangles; the largest first. */
export function areasOf(a: Grid, b: Grid): Area[] {
  const { across, down } = a
  const changed = Array.from(a.cells, (dark, at) => Math.abs(dark - (b.cells[at] ?? 0)) > NOTICED)
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
  const [old, now] = [await gridOf(before, size, laid), await gridOf(after, size)]
  return areasOf(old, now)
}
