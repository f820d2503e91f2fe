import { createRoot } from 'react-dom/client'
import { SheetView, type SheetControl } from '#modules/drawings/parts/sheet/sheet-view.tsx'
import type { Camera } from '#modules/drawings/parts/sheet/camera.ts'
import type { Shape } from '#modules/drawings/parts/sheet/paint.ts'
import { largeSheet } from '../large-sheet.ts'
import { drawWithPdfjs } from './pdfjs.ts'

/** The bench has no styles of the theme, on which the sheet's size depends. */
const STYLES = `
  [role=application] { position: relative; overflow: hidden; width: 100%; height: 100%; }
  [role=application] > * { position: absolute; top: 0; left: 0; transform-origin: 0 0; }
`
const PAGE = { width: 2592, height: 1728 }
const bytes = largeSheet(60_000)
let control: SheetControl | null = null
const root = createRoot(document.getElementById('root') as HTMLElement)
const frame = () => new Promise<number>((done) => requestAnimationFrame(done))

const shapes = (count: number): Shape[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    type: (['cloud', 'rectangle', 'arrow', 'pen'] as const)[at % 4] ?? 'pen',
    color: '#d92d20',
    width: 1,
    text: null,
    geometry:
      at % 4 < 2
        ? { x: ((at * 37) % 900) / 1000, y: ((at * 53) % 900) / 1000, w: 0.03, h: 0.02 }
        : {
            points: Array.from(
              { length: 12 },
              (__, nth) => [(((at * 37) % 900) + nth * 3) / 1000, (((at * 53) % 900) + (nth % 3) * 5) / 1000] as const,
            ),
          },
  }))

/** Shows a sheet, and waits until it is drawn sharply. */
async function show(key: string, marks: number): Promise<number> {
  root.render(null)
  while (canvas()) await frame()
  const began = performance.now()
  root.render(
    <div style={{ position: 'fixed', inset: 0 }}>
      <style>{STYLES}</style>
      <SheetView
        key={key}
        page={PAGE}
        file={{ url: '', key, bytes: () => bytes.slice().buffer }}
        pictures={[]}
        label="Sheet"
        shapes={shapes(marks)}
        onReady={(ready) => (control = ready)}
      />
    </div>,
  )
  await drawnAfter(0)
  return performance.now() - began
}
/** Shows a sheet that was open before, and says when it is seen. */
async function reopen(key: string): Promise<number> {
  root.render(null)
  while (canvas()) await frame()
  const drawn = show(key, 0)
  const began = performance.now()
  while (!document.querySelector('canvas[data-shown], canvas[data-drawn]')) await frame()
  const seen = performance.now() - began
  await drawn
  return seen
}
const canvas = () => document.querySelector<HTMLCanvasElement>('canvas[data-drawn]')
async function drawnAfter(scale: number): Promise<void> {
  const began = performance.now()
  for (;;) {
    await frame()
    if (performance.now() - began > 60_000) throw new Error(`It was not drawn at a scale above ${scale}.`)
    const drawn = Number(canvas()?.dataset.drawn ?? 0)
    if (drawn > scale) return
  }
}

interface Moved {
  readonly script: number
  readonly worst: number
}

async function moved(frames: number, next: (camera: Camera) => Camera): Promise<Moved> {
  const script: number[] = []
  let [worst, last] = [0, await frame()]
  for (let at = 0; at < frames; at++) {
    const began = performance.now()
    const camera = control?.camera
    if (camera) camera.value = next(camera.peek())
    script.push(performance.now() - began)
    const now = await frame()
    worst = Math.max(worst, now - last)
    last = now
  }
  return { script: script.toSorted((a, b) => a - b)[Math.floor(frames * 0.95)] ?? 0, worst }
}

const bench = {
  show,
  reopen,
  pdfjs: () => drawWithPdfjs(bytes),
  /** From the last movement until the sheet is sharp at 800 %, in ms. */
  async sharp(): Promise<number> {
    const began = performance.now()
    control?.show([0.4, 0.5], 8 * (96 / 72))
    await drawnAfter(10)
    return performance.now() - began
  },
  /** Milliseconds of script in the frames of a pan, and the longest frame. */
  async pan(frames: number): Promise<Moved> {
    control?.show([0.4, 0.5], 1)
    await drawnAfter(0.9)
    return moved(frames, (camera) => ({ ...camera, x: camera.x - 4, y: camera.y - 2 }))
  },
  /** The same of a zoom outwards, to the whole sheet. */
  async zoom(frames: number): Promise<Moved> {
    control?.show([0.4, 0.5], 2)
    await drawnAfter(1.9)
    return moved(frames, (camera) => ({ ...camera, scale: camera.scale * 0.97 }))
  },
}
declare global {
  // oxlint-disable-next-line no-var
  var drawingsBench: typeof bench
}
globalThis.drawingsBench = bench
