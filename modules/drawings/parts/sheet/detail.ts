import type { Laid, PdfDocument } from '#lib/pdf/pdf-document.ts'
import { after } from '../../alignment.ts'
import { turned, type Camera, type Size, type Turns } from './camera.ts'
import type { LaidPage } from './sheet-props.ts'
import type { Snapshot } from './snapshot.ts'

/** How long nothing moves before the sheet is drawn sharply, in ms, and then its surroundings. */
const [SETTLED, LATER] = [40, 250]
/** How much more than the view is drawn on each side once that is seen. */
const OVERSCAN = 0.1

/** At most two device pixels for each of CSS. */
export const sharpness = (): number => Math.min(2, window.devicePixelRatio || 1)

/** How a page that lies on another one is drawn, at so many device pixels for each point of that one. */
export const laidAt = (laid: LaidPage | undefined, scale: number): { laid?: Laid } =>
  laid ? { laid: { size: laid.size, matrix: after(laid.matrix, [scale, 0, 0, scale, 0, 0]) } } : {}

interface Given {
  readonly annotations: boolean
  readonly laid: () => LaidPage | undefined
  readonly onProblem: (reason: string) => void
  /** The whole page was drawn. */
  readonly onWhole: (canvas: HTMLCanvasElement, scale: number) => void
}

/** A part of the sheet in CSS pixels from its corner, at the scale of the camera. */
interface Part {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Whether it is all of the sheet. */
  readonly isWhole: boolean
}

/** The visible part of a sheet, with this much more on each side. */
function partInSight({ x, y }: Camera, view: Size, whole: Size, overscan: number): Part {
  const [padX, padY] = [view.width * overscan, view.height * overscan]
  const [left, top] = [Math.max(0, -x - padX), Math.max(0, -y - padY)]
  const [right, bottom] = [Math.min(whole.width, view.width - x + padX), Math.min(whole.height, view.height - y + padY)]
  return { left, top, right, bottom, isWhole: !left && !top && right === whole.width && bottom === whole.height }
}

/**
 * Renders the visible part of the sheet at its exact scale. Until the next rendering is ready, the canvas with the last one
 * moves with the sheet.
 */
export function createDetail(canvas: HTMLCanvasElement, page: Size, { annotations, laid, onProblem, onWhole }: Given) {
  let pdf: PdfDocument | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The scale and the turns that the canvas was drawn for, and where its corner then was. */
  let drawn: { scale: number; turns: Turns; left: number; top: number } | null = null
  let over = false
  let latest: Camera = { x: 0, y: 0, scale: 1 }

  function show(bitmap: ImageBitmap, { width, height }: Size) {
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
    // Its pixels become the canvas's without a copy.
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
  }

  /** @returns whether it was drawn, and is not out of date */
  async function draw(camera: Camera, view: Size, turns: Turns, overscan: number): Promise<Part | null> {
    if (!pdf || over) return null
    const dpr = sharpness()
    const shown = turned(page, turns)
    const [w, h] = [shown.width * camera.scale, shown.height * camera.scale]
    const part = partInSight(camera, view, { width: w, height: h }, overscan)
    const { left, top, right, bottom } = part
    const [width, height] = [Math.round((right - left) * dpr), Math.round((bottom - top) * dpr)]
    if (width < 1 || height < 1) return null
    const bitmap = await pdf.drawRegion({
      page: 1,
      annotations,
      turns,
      full: { width: Math.round(w * dpr), height: Math.round(h * dpr) },
      x: Math.round(left * dpr),
      y: Math.round(top * dpr),
      width,
      height,
      ...laidAt(laid(), camera.scale * dpr),
    })
    if (!bitmap || over) {
      bitmap?.close()
      return null
    }
    show(bitmap, { width: width / dpr, height: height / dpr })
    drawn = {
      scale: camera.scale,
      turns,
      left: Math.round(left * dpr) / dpr,
      top: Math.round(top * dpr) / dpr,
    }
    canvas.dataset.drawn = String(camera.scale)
    place(latest, turns)
    if (part.isWhole && !turns) onWhole(canvas, camera.scale)
    return part
  }

  function place(camera: Camera, turns: Turns) {
    latest = camera
    if (!drawn || drawn.turns !== turns) {
      canvas.style.visibility = 'hidden'
      return
    }
    const ratio = camera.scale / drawn.scale
    const [x, y] = [camera.x + drawn.left * ratio, camera.y + drawn.top * ratio]
    canvas.style.visibility = 'visible'
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`
  }

  function settle(camera: Camera, view: Size, turns: Turns, { wait = SETTLED, overscan = 0 } = {}) {
    clearTimeout(timer)
    timer = setTimeout(() => {
      draw(camera, view, turns, overscan).then(
        // The visible part is drawn first, since it is waited for; its surroundings follow, so that moving shows no seams.
        (part) => {
          if (part && !part.isWhole && !overscan && latest === camera)
            settle(camera, view, turns, { wait: LATER, overscan: OVERSCAN })
        },
        (error: unknown) => {
          if (!over) onProblem(error instanceof Error ? error.message : 'This page cannot be shown.')
        },
      )
    }, wait)
  }

  return {
    use(document: PdfDocument) {
      pdf = document
    },
    /** Shows the whole page as it was drawn another time, until it is drawn. */
    restore({ bitmap, scale }: Snapshot, turns: Turns) {
      if (drawn || over) return bitmap.close()
      show(bitmap, { width: page.width * scale, height: page.height * scale })
      drawn = { scale, turns: 0, left: 0, top: 0 }
      canvas.dataset.shown = String(scale)
      return place(latest, turns)
    },
    place,
    /** Draws anew once nothing moves. */
    settle,
    close() {
      over = true
      clearTimeout(timer)
      canvas.width = canvas.height = 0
    },
  }
}
export type Detail = ReturnType<typeof createDetail>
