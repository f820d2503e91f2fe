import { useRef, type PointerEvent } from 'react'
import { css } from '#css/css'
import { PAD } from '#lib/signature.ts'
import { Button } from '#ui/button/button.tsx'
import { drag, type DragPoint } from '#ui/drag/drag.ts'

/** The strokes as an SVG path, with at most one decimal. */
const pathOf = (strokes: readonly (readonly (readonly [number, number])[])[]): string =>
  strokes
    .map((points) => points.map(([x, y], at) => `${at ? 'L' : 'M'} ${x} ${y}`).join(' '))
    .filter(Boolean)
    .join(' ')

const clamp = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)) * 10) / 10

/** A box to sign in with the finger, a pen or the mouse. The value is the strokes as an SVG path; null for none. */
export const SignaturePad = ({
  value,
  onChange,
}: {
  /** The strokes as an SVG path; null for none. */
  value: string | null
  /** Called after each stroke, and on Clear. */
  onChange: (path: string | null) => void
}) => {
  const strokes = useRef<[number, number][][]>([])
  function begin(event: PointerEvent<SVGSVGElement>) {
    const { currentTarget } = event
    const pointIn = ({ clientX, clientY }: DragPoint): [number, number] => {
      const box = currentTarget.getBoundingClientRect()
      return [
        clamp(((clientX - box.left) / box.width) * PAD.width, PAD.width),
        clamp(((clientY - box.top) / box.height) * PAD.height, PAD.height),
      ]
    }
    const stroke = [pointIn(event)]
    drag(currentTarget, event, {
      slack: 0,
      begin: () => void strokes.current.push(stroke),
      move(at) {
        const [next, last] = [pointIn(at), stroke.at(-1)]
        // Points closer than this cannot be told apart on paper.
        if (last && Math.hypot(next[0] - last[0], next[1] - last[1]) < 3) return
        stroke.push(next)
        onChange(pathOf(strokes.current))
      },
    })
  }
  return (
    <div className={css({ stack: '2' })}>
      <svg
        role="img"
        aria-label={value ? 'Signed' : 'Sign here with your finger'}
        viewBox={`0 0 ${PAD.width} ${PAD.height}`}
        className={pad}
        onPointerDown={begin}
      >
        <line x1="30" x2="570" y1="160" y2="160" stroke="currentColor" strokeOpacity="0.3" />
        {value && <path d={value} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />}
      </svg>
      {value && (
        <span>
          <Button
            size="sm"
            variant="outline"
            icon="x"
            onClick={() => {
              strokes.current = []
              onChange(null)
            }}
          >
            Clear
          </Button>
        </span>
      )}
    </div>
  )
}

const pad = css({ width: 'full', aspectRatio: '3', layerStyle: 'card', touchAction: 'none', cursor: 'crosshair' })
