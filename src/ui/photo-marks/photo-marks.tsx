import { useRef, useState, type PointerEvent } from 'react'
import { css } from '#css/css'
import { CASING, INK, lettersOf, lineOf, outlineOf, type PhotoMark, type Point, type Size } from '#lib/photo-marks.ts'
import { Button } from '#ui/button/button.tsx'
import { drag, type DragPoint } from '#ui/drag/drag.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'

type Tool = PhotoMark['kind']
const tools = [
  { value: 'arrow', label: 'Arrow' },
  { value: 'circle', label: 'Circle' },
  { value: 'text', label: 'Text' },
] as const

/** The size assumed until the picture is loaded. */
const unknown: Size = { width: 1600, height: 1200 }

export interface PhotoMarksProps {
  /** The address of the picture. */
  src: string
  /** What the picture shows, for those who cannot see it. */
  alt: string
  /** The marks, in shares of the picture’s width and height. */
  value: readonly PhotoMark[]
  /** Called with all marks after each stroke and each undo. */
  onChange: (marks: readonly PhotoMark[]) => void
}

/** A picture to draw arrows, circles and words on, with a finger, a pen or the mouse. */
export const PhotoMarks = ({ src, alt, value, onChange }: PhotoMarksProps) => {
  const [tool, setTool] = useState<Tool>('arrow')
  const [text, setText] = useState('')
  const [size, setSize] = useState(unknown)
  const [drawn, setDrawn] = useState<PhotoMark | null>(null)
  const sheet = useRef<SVGSVGElement>(null)

  function pointIn({ clientX, clientY }: DragPoint): Point {
    const shown = sheet.current?.getScreenCTM()?.inverse()
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(shown)
    const within = (part: number) => Math.min(1, Math.max(0, part))
    return [within(x / size.width), within(y / size.height)]
  }
  function begin(event: PointerEvent<SVGSVGElement>) {
    const at = pointIn(event)
    if (tool === 'text') {
      if (text.trim()) onChange([...value, { kind: 'text', at, text: text.trim() }])
      return
    }
    const markTo = (end: DragPoint): PhotoMark => ({ kind: tool, from: at, to: pointIn(end) })
    drag(event.currentTarget, event, {
      move: (end) => setDrawn(markTo(end)),
      end(end) {
        onChange([...value, markTo(end)])
        setDrawn(null)
      },
      cancel: () => setDrawn(null),
    })
  }
  return (
    <div className={css({ stack: '3' })}>
      <div className={bar}>
        <Segmented aria-label="Tool" value={tool} onChange={setTool} options={tools} />
        <Button variant="outline" icon="undo-2" disabled={!value.length} onClick={() => onChange(value.slice(0, -1))}>
          Undo
        </Button>
      </div>
      {tool === 'text' && (
        <TextInput aria-label="Words" placeholder="Words, then press where they go" value={text} onChange={setText} />
      )}
      <div className={stage} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <img
          src={src}
          alt={alt}
          draggable={false}
          className={picture}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
        <svg
          ref={sheet}
          role="img"
          aria-label={`${value.length} ${value.length === 1 ? 'mark' : 'marks'}`}
          viewBox={`0 0 ${size.width} ${size.height}`}
          className={surface}
          onPointerDown={begin}
        >
          {[...value, ...(drawn ? [drawn] : [])].map((mark, index) => (
            <Drawn key={index} mark={mark} size={size} />
          ))}
        </svg>
      </div>
    </div>
  )
}

const Drawn = ({ mark, size }: { mark: PhotoMark; size: Size }) => {
  const line = lineOf(size)
  if (mark.kind === 'text')
    return (
      <text
        x={mark.at[0] * size.width}
        y={mark.at[1] * size.height}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={lettersOf(size)}
        fontWeight={700}
        fill={INK}
        stroke={CASING}
        strokeWidth={line * 2}
        paintOrder="stroke"
      >
        {mark.text}
      </text>
    )
  const path = outlineOf(mark, size)
  const shape = { d: path, fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return (
    <>
      <path {...shape} stroke={CASING} strokeWidth={line * 2} />
      <path {...shape} stroke={INK} strokeWidth={line} />
    </>
  )
}

const bar = css({ flow: '2', justifyContent: 'space-between' })
const stage = css({
  position: 'relative',
  justifySelf: 'center',
  width: 'full',
  maxHeight: '65vh',
  overflow: 'hidden',
  borderRadius: 'lg',
  background: 'soft',
})
const picture = css({ boxSize: 'full', objectFit: 'contain' })
const surface = css({ position: 'absolute', inset: '0', boxSize: 'full', touchAction: 'none', cursor: 'crosshair' })
