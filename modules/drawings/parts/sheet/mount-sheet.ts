import { effect, type Signal } from '@preact/signals-react'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import { reach } from '#ui/picture/again.ts'
import type { Point } from '../../geometry.ts'
import { centredOn, fit, kept, pinScale, projection, turn, turned, zoomAt } from './camera.ts'
import type { Camera, Projection, Size, Turns } from './camera.ts'
import { createDetail } from './detail.ts'
import type { Draft } from './drafts.ts'
import { drawFrom } from './draw.ts'
import { listenToGestures, type Stroke } from './gestures.ts'
import type { MarkIndex } from './hits.ts'
import { createMarksLayer } from './marks-layer.ts'
import type { Shape } from './paint.ts'
import { selectAt } from './select.ts'
import { AWAY, openSheet } from './sheet-file.ts'
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
  /** Told null once it is over. */
  readonly onProblem: (reason: string | null) => void
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

/** A sheet that is on the page, with its layers and what was measured of its box. */
interface Mounted extends Given {
  readonly parts: Parts
  readonly page: Size
  readonly camera: Signal<Camera>
  readonly detail: ReturnType<typeof createDetail>
  readonly marks: ReturnType<typeof createMarksLayer>
  readonly stop: AbortController
  /** Measured when it changes: asking in every frame would make the browser lay out the page. */
  view: Size
  pdf: PdfDocument | null
}

/** The page as it is turned now. */
const whole = ({ page, now }: Mounted) => turned(page, now().turns)

function set(sheet: Mounted, next: Camera) {
  sheet.camera.value = kept(next, whole(sheet), sheet.view)
}

function pan(sheet: Mounted, dx: number, dy: number) {
  const at = sheet.camera.peek()
  set(sheet, { ...at, x: at.x + dx, y: at.y + dy })
}

function zoom(sheet: Mounted, factor: number, at: Point) {
  set(sheet, zoomAt(sheet.camera.peek(), factor, at, fit(whole(sheet), sheet.view).scale * 0.5))
}

function rest({ camera, marks, view, now }: Mounted) {
  const dpr = window.devicePixelRatio || 1
  const { x, y, scale } = camera.peek()
  // On whole pixels of the device, or else fine lines blur.
  camera.value = { scale, x: Math.round(x * dpr) / dpr, y: Math.round(y * dpr) / dpr }
  marks.settle(camera.peek(), view, now().turns)
}

function controlOf(sheet: Mounted): SheetControl {
  const { camera, now } = sheet
  const resting =
    <A extends unknown[]>(move: (...how: A) => void) =>
    (...how: A) => {
      move(...how)
      rest(sheet)
    }
  return {
    camera,
    fit: resting(() => set(sheet, fit(whole(sheet), sheet.view))),
    zoom: resting((factor: number) => zoom(sheet, factor, [sheet.view.width / 2, sheet.view.height / 2])),
    pan: resting((dx: number, dy: number) => pan(sheet, dx, dy)),
    show: resting((place: Point, scale = camera.peek().scale) =>
      set(sheet, centredOn(turn(place, now().turns), scale, whole(sheet), sheet.view)),
    ),
  }
}

/** Moves what is drawn with the camera. */
function follow({ parts, camera, detail, marks, view, now }: Mounted) {
  const { x, y, scale } = camera.value
  if (!scale) return
  parts.paper.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  parts.pins.style.transform = `translate(${x}px, ${y}px)`
  parts.pins.style.setProperty('--scale', String(scale))
  parts.pins.style.setProperty('--pin', String(pinScale(scale)))
  detail.place(camera.value, now().turns)
  marks.place(camera.value, view, now().turns)
  // Whoever moved it: the camera may be shared with another sheet.
  detail.settle(camera.value, view, now().turns)
}

/** What a press does with the chosen tool. */
function strokeFrom({ now, onLive }: Mounted, project: Projection, at: Point): Stroke | null {
  const { tool = 'hand', selected, index, shapes, path } = now()
  if (tool === 'hand') return null
  if (tool === 'select')
    return selectAt(at, {
      index,
      selected: shapes?.find(({ id }) => id === selected) ?? null,
      project,
      mayChange: (shape) => now().mayChange?.(shape) ?? false,
      onSelect: (id) => now().onSelect?.(id),
      onShow: onLive,
      onChange: (id, geometry) => now().onChange?.(id, geometry),
    })
  return drawFrom(at, {
    type: tool,
    project,
    onShow: (draft) => onLive(draft && liveShape(draft, now())),
    onDraw: (draft) => now().onDraw?.(draft),
    path,
    onPath: (points) => now().onPath?.(points),
  })
}

function listen(sheet: Mounted) {
  const { parts, camera, page, now, onLive } = sheet
  const project = () => projection(camera.peek(), page, now().turns)
  return listenToGestures(parts.box, {
    camera: () => camera.peek(),
    pan: (dx, dy) => pan(sheet, dx, dy),
    zoom: (factor, at) => zoom(sheet, factor, at),
    rest: () => rest(sheet),
    tap(at) {
      now().onSelect?.(null)
      now().onTap?.(project().toPage(at))
    },
    start: (at) => strokeFrom(sheet, project(), at),
    hover(at) {
      const { tool, path } = now()
      if (tool !== 'measure' || !path?.points.length || path.kind === 'count') return
      const points = [...path.points, project().toPage(at)]
      onLive(liveShape({ type: 'measure', geometry: { points } }, now()))
    },
  })
}

function resized(sheet: Mounted) {
  const { clientWidth: width, clientHeight: height } = sheet.parts.box
  if (!width || !height) return
  sheet.view = { width, height }
  if (!sheet.camera.peek().scale) {
    const { initial } = sheet.now()
    const [all, view] = [whole(sheet), sheet.view]
    set(sheet, initial ? centredOn(initial.place, initial.scale, all, view) : fit(all, view))
  }
  rest(sheet)
}

/** Shows what the device has of the sheet at once, and then its file. */
async function open(sheet: Mounted, onKept: (scale: number) => void) {
  const { now, detail, stop } = sheet
  const { file, plain, laid } = now()
  const snapshot = plain || laid ? null : await snapshotOf(file.key).catch(() => null)
  if (snapshot) {
    onKept(snapshot.scale)
    detail.restore(snapshot, now().turns)
    // The engine starts once the sheet is seen.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  }
  if (stop.signal.aborted) return
  const opened = await openSheet(file, stop.signal)
  if (stop.signal.aborted) return opened.close()
  sheet.pdf = opened
  detail.use(opened)
  detail.settle(sheet.camera.peek(), sheet.view, now().turns, { wait: 0 })
  now().onOpen?.(opened)
}

/** Mounts a sheet: camera, layers, gestures and file. A frame only moves what is already drawn. */
export function mountSheet(parts: Parts, camera: Signal<Camera>, given: Given) {
  const { now, onProblem } = given
  const { page, plain } = now()
  /** At which scale the device has a picture of the whole sheet, to be shown when it is opened again. */
  let keptScale = 0
  const onWhole = (canvas: HTMLCanvasElement, scale: number) => {
    if (keptScale >= scale || now().plain || now().laid) return
    keptScale = scale
    void keepSnapshot(now().file.key, canvas, scale)
  }
  const limited = (reason: string) => onProblem(`${reason} Zoom is limited.`)
  const detail = createDetail(parts.detail, page, {
    annotations: !plain,
    laid: () => now().laid,
    onProblem: limited,
    onWhole,
  })
  const marks = createMarksLayer(parts.marks, page)
  const view = { width: parts.box.clientWidth, height: parts.box.clientHeight }
  const stop = new AbortController()
  const sheet: Mounted = { ...given, parts, page, camera, detail, marks, stop, view, pdf: null }
  const stopFrames = effect(() => follow(sheet))
  const stopGestures = listen(sheet)
  const resize = new ResizeObserver(() => resized(sheet))
  resize.observe(parts.box)
  now().onReady?.(controlOf(sheet))
  let withdraw = () => {}
  const start = () =>
    open(sheet, (scale) => (keptScale = scale)).catch((error: unknown) => {
      if (stop.signal.aborted) return
      if (!(error instanceof Error)) return limited(String(error))
      if (error.cause !== AWAY) return limited(error.message)
      onProblem(error.message)
      withdraw = reach.again(() => void start().then(() => sheet.pdf && onProblem(null)))
    })
  void start()
  const close = () => {
    stop.abort()
    withdraw()
    stopFrames()
    stopGestures()
    resize.disconnect()
    detail.close()
    marks.close()
    sheet.pdf?.close()
  }
  return { detail, marks, view: () => sheet.view, close }
}
export type MountedSheet = ReturnType<typeof mountSheet>
