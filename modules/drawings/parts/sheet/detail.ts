import type { Laid, PdfDocument } from '#lib/pdf/pdf-document.ts'
import { after } from '../../alignment.ts'
import type { LaidPage } from './sheet-props.ts'
import { turned, type Camera, type Size, type Turns } from './camera.ts'

/** How long nothing moves before the sheet is drawn sharply, in ms. */
const SETTLED = 40
/** How much more than the view is drawn on each side. */
const OVERSCAN = 0.1

/** At most two device pixels for each of CSS. */
export const sharpness = (): number => Math.min(2, window.devicePixelRatio || 1)

/** How a page that lies on another one is drawn, at so many device pixels for each point of that one. */
export const laidAt = (laid: LaidPage | undefined, scale: number): { laid?: Laid } =>
  laid ? { laid: { size: laid.size, matrix: after(laid.matrix, [scale, 0, 0, scale, 0, 0]) } } : {}

/**
 * Renders the visible part of the sheet at its exact scale. Until the next rendering is ready, the canvas with the last one
 * moves with the sheet.
 */
export function createDetail(
  canvas: HTMLCanvasElement,
  page: Size,
  {
    annotations,
    laid,
    onProblem,
  }: { annotations: boolean; laid: () => LaidPage | undefined; onProblem: (reason: string) => void },
) {
  let pdf: PdfDocument | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The camera and the turns that the canvas was drawn for, and where its corner then was. */
  let drawn: { camera: Camera; turns: Turns; left: number; top: number } | null = null
  let over = false

  async function draw(camera: Camera, view: Size, turns: Turns) {
    if (!pdf || over) return
    const dpr = sharpness()
    const shown = turned(page, turns)
    const [w, h] = [shown.width * camera.scale, shown.height * camera.scale]
    const [padX, padY] = [view.width * OVERSCAN, view.height * OVERSCAN]
    const left = Math.max(0, -camera.x - padX)
    const top = Math.max(0, -camera.y - padY)
    const right = Math.min(w, view.width - camera.x + padX)
    const bottom = Math.min(h, view.height - camera.y + padY)
    const [width, height] = [Math.round((right - left) * dpr), Math.round((bottom - top) * dpr)]
    if (width < 1 || height < 1) return
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
    if (!bitmap || over) return bitmap?.close()
    canvas.width = width
    canvas.height = height
    canvas.style.width = `${width / dpr}px`
    canvas.style.height = `${height / dpr}px`
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    drawn = { camera, turns, left: Math.round(left * dpr) / dpr, top: Math.round(top * dpr) / dpr }
    canvas.dataset.drawn = String(camera.scale)
    place(latest, turns)
  }
  let latest: Camera = { x: 0, y: 0, scale: 1 }

  function place(camera: Camera, turns: Turns) {
    latest = camera
    if (!drawn || drawn.turns !== turns) {
      canvas.style.visibility = 'hidden'
      return
    }
    const ratio = camera.scale / drawn.camera.scale
    const [x, y] = [camera.x + drawn.left * ratio, camera.y + drawn.top * ratio]
    canvas.style.visibility = 'visible'
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${ratio})`
  }

  return {
    use(document: PdfDocument) {
      pdf = document
    },
    place,
    /** Draws anew once nothing moves. */
    settle(camera: Camera, view: Size, turns: Turns, wait = SETTLED) {
      clearTimeout(timer)
      timer = setTimeout(() => {
        draw(camera, view, turns).catch((error: unknown) => {
          if (!over) onProblem(error instanceof Error ? error.message : 'This page cannot be shown.')
        })
      }, wait)
    },
    close() {
      over = true
      clearTimeout(timer)
      canvas.width = canvas.height = 0
    },
  }
}
export type Detail = ReturnType<typeof createDetail>
