import { effect, type Signal } from '@preact/signals-react'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import { centredOn, fit, kept, projection, turn, turned, zoomAt, type Camera, type Size, type Turns } from './camera.ts'
import { createDetail } from './detail.ts'
import type { Draft } from './drafts.ts'
import { drawFrom } from './draw.ts'
import { listenToGestures } from './gestures.ts'
import type { MarkIndex } from './hits.ts'
import { createMarksLayer } from './marks-layer.ts'
import type { Shape } from './paint.ts'
import { selectAt } from './select.ts'
import { openSheet } from './sheet-file.ts'
import { keepSnapshot, snapshotOf } from './snapshot.ts'
import type { SheetControl, SheetViewProps } from './sheet-props.ts'

interface Parts {
  readonly box: HTMLElement
  readonly paper: HTMLElement
  readonly pins: HTMLElement
  readonly detail: HTMLCanvasElement
  readonly marks: HTMLCanvasElement
}

interface Given {
  /** The props as they are now: listeners are set once. */
  readonly now: () => SheetViewProps & { readonly turns: Turns; readonly index: MarkIndex }
  readonly onProblem: (reason: string) => void
  readonly onLive: (shape: Shape | null) => void
}

const ink = { color: '#d92d20', width: 2 }

/** Something that is being drawn, as it looks. */
export const liveShape = (draft: Draft, { style = ink, path, labelOf }: SheetViewProps): Shape => ({
  ...draft,
  ...style,
  id: 0,
  text: null,
  measures: draft.type === 'measure' ? path?.kind : undefined,
  label: labelOf?.(draft) ?? null,
})

/** Mounts a sheet: camera, layers, gestures and file. A frame only moves what is already drawn. */
export function mountSheet(parts: Parts, camera: Signal<Camera>, { now, onProblem, onLive }: Given) {
  const { page } = now()
  // Measured when it changes: asking in every frame would make the browser lay out the page.
  let size: Size = { width: parts.box.clientWidth, height: parts.box.clientHeight }
  const view = () => size
  /** At which scale the device has a picture of the whole sheet, to be shown when it is opened again. */
  let keptScale = 0
  const onWhole = (canvas: HTMLCanvasElement, scale: number) => {
    if (keptScale >= scale || now().plain || now().laid) return
    keptScale = scale
    void keepSnapshot(now().file.key, canvas, scale)
  }
  const detail = createDetail(parts.detail, page, {
    annotations: !now().plain,
    laid: () => now().laid,
    onProblem,
    onWhole,
  })
  const marks = createMarksLayer(parts.marks, page)
  const whole = () => turned(page, now().turns)
  const least = () => fit(whole(), view()).scale * 0.5
  const set = (next: Camera) => {
    camera.value = kept(next, whole(), view())
  }
  const rest = () => {
    const dpr = window.devicePixelRatio || 1
    const { x, y, scale } = camera.peek()
    // On whole pixels of the device, or else fine lines blur.
    camera.value = { scale, x: Math.round(x * dpr) / dpr, y: Math.round(y * dpr) / dpr }
    marks.settle(camera.peek(), view(), now().turns)
  }
  let pdf: PdfDocument | null = null
  const control: SheetControl = {
    camera,
    fit() {
      set(fit(whole(), view()))
      rest()
    },
    zoom(factor) {
      const { width, height } = view()
      set(zoomAt(camera.peek(), factor, [width / 2, height / 2], least()))
      rest()
    },
    pan(dx, dy) {
      set({ ...camera.peek(), x: camera.peek().x + dx, y: camera.peek().y + dy })
      rest()
    },
    show(place, scale = camera.peek().scale) {
      set(centredOn(turn(place, now().turns), scale, whole(), view()))
      rest()
    },
  }
  const stopFrames = effect(() => {
    const { x, y, scale } = camera.value
    if (!scale) return
    parts.paper.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    parts.pins.style.transform = `translate(${x}px, ${y}px)`
    parts.pins.style.setProperty('--scale', String(scale))
    detail.place(camera.value, now().turns)
    marks.place(camera.value, view(), now().turns)
    // Whoever moved it: the camera may be shared with another sheet.
    detail.settle(camera.value, view(), now().turns)
  })
  /** Shows what is drawn so far, as it would be. */
  const show = (draft: Draft | null) => onLive(draft && liveShape(draft, now()))
  const stopGestures = listenToGestures(parts.box, {
    camera: () => camera.peek(),
    pan: (dx, dy) => set({ ...camera.peek(), x: camera.peek().x + dx, y: camera.peek().y + dy }),
    zoom: (factor, at) => set(zoomAt(camera.peek(), factor, at, least())),
    rest,
    tap(at) {
      now().onSelect?.(null)
      now().onTap?.(projection(camera.peek(), page, now().turns).toPage(at))
    },
    start(at) {
      const { tool = 'hand', selected, onSelect, onDraw, onChange, mayChange } = now()
      const project = projection(camera.peek(), page, now().turns)
      if (tool === 'hand') return null
      if (tool === 'select')
        return selectAt(at, {
          index: now().index,
          selected: now().shapes?.find(({ id }) => id === selected) ?? null,
          project,
          mayChange: (shape) => mayChange?.(shape) ?? false,
          onSelect: (id) => onSelect?.(id),
          onShow: onLive,
          onChange: (id, geometry) => onChange?.(id, geometry),
        })
      return drawFrom(at, {
        type: tool,
        project,
        onShow: show,
        onDraw: (draft) => onDraw?.(draft),
        path: now().path,
        onPath: (points) => now().onPath?.(points),
      })
    },
    hover(at) {
      const { tool, path } = now()
      if (tool !== 'measure' || !path?.points.length || path.kind === 'count') return
      const next = projection(camera.peek(), page, now().turns).toPage(at)
      show({ type: 'measure', geometry: { points: [...path.points, next] } })
    },
  })
  const resize = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = parts.box
    if (!width || !height) return
    size = { width, height }
    if (!camera.peek().scale) {
      const { initial } = now()
      set(initial ? centredOn(initial.place, initial.scale, whole(), view()) : fit(whole(), view()))
    }
    rest()
  })
  resize.observe(parts.box)
  const stop = new AbortController()
  now().onReady?.(control)
  async function open() {
    const { file, plain, laid } = now()
    const snapshot = plain || laid ? null : await snapshotOf(file.key).catch(() => null)
    if (snapshot) {
      keptScale = snapshot.scale
      detail.restore(snapshot, now().turns)
      // The engine starts once the sheet is seen.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
    if (stop.signal.aborted) return
    const opened = await openSheet(file, stop.signal)
    if (stop.signal.aborted) return opened.close()
    pdf = opened
    detail.use(opened)
    detail.settle(camera.peek(), view(), now().turns, { wait: 0 })
    now().onOpen?.(opened)
  }
  open().catch((error: unknown) => {
    if (!stop.signal.aborted) onProblem(error instanceof Error ? error.message : String(error))
  })
  const close = () => {
    stop.abort()
    stopFrames()
    stopGestures()
    resize.disconnect()
    detail.close()
    marks.close()
    pdf?.close()
  }
  return { detail, marks, view, close }
}
export type MountedSheet = ReturnType<typeof mountSheet>
