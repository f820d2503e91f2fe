import { useEffect, useMemo, useRef, useState } from 'react'
import { effect, signal } from '@preact/signals-react'
import { css } from '#css/css'
import { boundsOf } from '../../geometry.ts'
import { fit, projection, turned, type Camera, type Size, type Turns } from './camera.ts'
import { MarkIndex } from './hits.ts'
import { paintLive } from './marks-layer.ts'
import { liveShape, mountSheet, type MountedSheet } from './mount-sheet.ts'
import type { Shape } from './paint.ts'
import type { LaidPage, SheetViewProps } from './sheet-props.ts'

export type { Placed, SheetControl, SheetViewProps, Tool } from './sheet-props.ts'

const nothing: readonly never[] = []

/** Mounts the layers of a sheet on the page, and passes changed props on to them. */
function useLayers(props: SheetViewProps) {
  const { page, file, laid, turns = 0, shapes = nothing, path, selected } = props
  const [stage, paper, pins] = [
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLDivElement>(null),
  ]
  const detail = useRef<HTMLCanvasElement>(null)
  const marks = useRef<HTMLCanvasElement>(null)
  const drawn = useRef<HTMLCanvasElement>(null)
  const own = useMemo(() => signal<Camera>({ x: 0, y: 0, scale: 0 }), [])
  const camera = props.camera ?? own
  const [problem, setProblem] = useState<string | null>(null)
  const [moving, setLive] = useState<Shape | null>(null)
  const isMeasuring = !!path?.points.length
  const live = moving ?? (isMeasuring ? liveShape({ type: 'measure', geometry: { points: path.points } }, props) : null)
  useEffect(() => {
    if (!isMeasuring) setLive(null)
  }, [isMeasuring])
  const index = useMemo(() => new MarkIndex(shapes), [shapes])
  // Listeners are set once and read what is current.
  const now = useRef({ ...props, turns, index })
  useEffect(() => {
    now.current = { ...props, turns, index }
  })
  const layers = useRef<MountedSheet | null>(null)

  useEffect(() => {
    if (!stage.current || !detail.current || !marks.current || !paper.current || !pins.current) return undefined
    const mounted = mountSheet(
      {
        box: stage.current,
        paper: paper.current,
        pins: pins.current,
        detail: detail.current,
        marks: marks.current,
      },
      camera,
      { now: () => now.current, onProblem: setProblem, onLive: setLive },
    )
    layers.current = mounted
    return mounted.close
    // Another sheet is another view, by its key; what else changes is read through `now`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [file.key])
  useEffect(() => {
    layers.current?.marks.show(index, live?.id ?? null)
  }, [index, live?.id])
  useEffect(() => {
    const layer = layers.current
    if (!layer || !camera.peek().scale) return
    camera.value = fit(turned(page, turns), layer.view())
    layer.detail.settle(camera.peek(), layer.view(), turns)
    layer.marks.settle(camera.peek(), layer.view(), turns)
    // Turning shows the whole sheet again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [turns])
  const place = laid?.matrix.join(' ')
  useEffect(() => {
    const layer = layers.current
    if (layer && camera.peek().scale) layer.detail.settle(camera.peek(), layer.view(), turns, { wait: 0 })
    // It lies elsewhere now.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place])
  useEffect(
    () =>
      effect(() => {
        const canvas = drawn.current
        const layer = layers.current
        if (!canvas || !layer || !camera.value.scale) return
        const chosen = live ?? shapes.find(({ id }) => id === selected) ?? null
        const box = chosen && selected === chosen.id ? boundsOf(chosen.geometry) : null
        paintLive(canvas, live, { camera: camera.value, view: layer.view(), turns, page, box })
      }),
    [camera, live, shapes, selected, turns, page],
  )
  return { stage, paper, pins, detail, marks, drawn, problem }
}

/** A sheet that is zoomed, moved and drawn on: never blank, and sharp once it rests. */
export function SheetView(props: SheetViewProps) {
  const { page, pictures, laid, label, turns = 0, placed = nothing, children } = props
  const { stage, paper, pins, detail, marks, drawn, problem } = useLayers(props)
  const shown = turned(page, turns)
  return (
    <div
      ref={stage}
      className={root}
      role="application"
      aria-label={label}
      aria-roledescription="sheet"
      // The sheet is moved and zoomed by keys, which its owner handles.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-tool={props.tool ?? 'hand'}
    >
      <div ref={paper} className={sheet} style={{ width: shown.width, height: shown.height }}>
        {pictures.map((url) => (
          <img
            key={url}
            src={url}
            alt=""
            draggable={false}
            className={picture}
            style={laid ? laidStyle(laid) : pictureStyle(page, turns)}
            onError={({ currentTarget }) => (currentTarget.hidden = true)}
          />
        ))}
      </div>
      <canvas ref={detail} className={layer} />
      <canvas ref={marks} className={layer} />
      <canvas ref={drawn} className={covering} />
      <div ref={pins} className={layer}>
        <div
          className={children === undefined ? undefined : grown}
          style={{ width: shown.width, height: shown.height }}
        >
          {children}
        </div>
        {placed.map(({ key, at, face }) => {
          const [u, v] = projection({ x: 0, y: 0, scale: 1 }, page, turns).toView(at)
          return (
            <div
              key={key}
              className={pin}
              data-sheet-control
              style={{ left: `calc(${u}px * var(--scale, 1))`, top: `calc(${v}px * var(--scale, 1))` }}
            >
              {face}
            </div>
          )
        })}
      </div>
      {problem && (
        <p role="alert" className={warning}>
          {problem}
        </p>
      )}
    </div>
  )
}

const laidStyle = ({ size: { width, height }, matrix }: LaidPage) => ({
  width,
  height,
  transform: `matrix(${matrix.join()})`,
})
const pictureStyle = ({ width, height }: Size, turns: Turns) => {
  const [x, y] = { 0: [0, 0], 1: [height, 0], 2: [width, height], 3: [0, width] }[turns]
  return { width, height, transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg)` }
}

const root = css({
  position: 'relative',
  overflow: 'hidden',
  width: 'full',
  height: 'full',
  background: 'light-dark(#d3d7d8, #0a0e12)',
  touchAction: 'none',
  userSelect: 'none',
  cursor: 'crosshair',
  outlineOffset: '-2px',
  '&[data-tool=hand]': { cursor: 'grab' },
  '&[data-tool=select]': { cursor: 'default' },
  // What is drawn may begin on a pin or on a link.
  '&:not([data-tool=hand], [data-tool=select]) [data-sheet-control]': { pointerEvents: 'none' },
})
const layer = css({ position: 'absolute', top: '0', left: '0', transformOrigin: '0 0', pointerEvents: 'none' })
const covering = css({ position: 'absolute', inset: '0', boxSize: 'full', pointerEvents: 'none' })
/** Paper stays white at night. */
const sheet = css({
  position: 'absolute',
  top: '0',
  left: '0',
  transformOrigin: '0 0',
  background: 'white',
  overflow: 'hidden',
  pointerEvents: 'none',
})
const picture = css({ position: 'absolute', top: '0', left: '0', maxWidth: 'none', transformOrigin: '0 0' })
const pin = css({
  position: 'absolute',
  pointerEvents: 'auto',
  translate: '-50% -100%',
  scale: 'var(--pin, 1)',
  transformOrigin: '50% 100%',
})
const grown = css({
  position: 'absolute',
  top: '0',
  left: '0',
  transformOrigin: '0 0',
  transform: 'scale(var(--scale, 1))',
  pointerEvents: 'none',
})
const warning = css({
  position: 'absolute',
  left: '50%',
  // Tools and zoom have the lower edge.
  top: '3.5',
  width: 'max-content',
  translate: '-50% 0',
  paddingBlock: '2',
  paddingInline: '3.5',
  borderRadius: 'lg',
  background: 'card',
  boxShadow: 'floating',
  textStyle: 'small',
  maxWidth: 'calc(100% - 28px)',
})
