import { useRef, useState, type PointerEvent } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { drag, type DragPoint } from '#ui/drag/drag.ts'
import { drawingRevisions, drawings, type DrawingRevision } from '../../entities.ts'
import type { Box } from '../../geometry.ts'
import { previewOf } from '../addresses.ts'

/** How much of the page is shown: its lower right corner, where title blocks are. */
const SHARE = 0.34

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const boxBetween = (a: readonly [number, number], b: readonly [number, number]): Box => {
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  return { x, y, w: Math.abs(a[0] - b[0]), h: Math.abs(a[1] - b[1]) }
}

/** The title block of the page in focus; a box drawn around its number is read on every page of its size. @useSignals */
export const TitleBlockPanel = ({ page, onStep }: { page: DrawingRevision; onStep: (by: 1 | -1) => void }) => {
  const { api } = useServices()
  const report = useOutcome()
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ page: Id; box: Box } | null>(null)
  const ratio = (page.width ?? 3) / (page.height ?? 2)
  const own = drawn?.page === page.id ? drawn.box : null
  const box = own ?? page.number_box

  /** The place on the page under the pointer, in parts of the page. */
  function placeOf(event: DragPoint): readonly [number, number] {
    const rect = frame.current?.getBoundingClientRect()
    if (!rect) return [0, 0]
    const [u, v] = [clamp((event.clientX - rect.left) / rect.width), clamp((event.clientY - rect.top) / rect.height)]
    return [1 - SHARE + u * SHARE, 1 - SHARE + v * SHARE]
  }
  function draw(event: PointerEvent) {
    const start = placeOf(event)
    const boxTo = (at: DragPoint) => boxBetween(start, placeOf(at))
    drag(event.currentTarget, event, {
      move: (at) => setDrawn({ page: page.id, box: boxTo(at) }),
      end: (at) => void readAt(boxTo(at)),
      cancel: () => setDrawn(null),
    })
  }
  async function readAt(wanted: Box) {
    const body = { box: wanted, revision_id: page.id }
    report(await api.across(drawings).act(page.drawing_id, 'use_box', body), 'Numbers read again.')
  }
  const skip = async () => {
    report(await api(drawingRevisions, { drawing_id: page.drawing_id }).remove(page.id), `Page ${page.page} skipped.`)
  }
  const inFrame = ({ x, y, w, h }: Box) => ({
    left: `${((x - (1 - SHARE)) / SHARE) * 100}%`,
    top: `${((y - (1 - SHARE)) / SHARE) * 100}%`,
    width: `${(w / SHARE) * 100}%`,
    height: `${(h / SHARE) * 100}%`,
  })
  return (
    <section className={card} aria-label={`Page ${page.page}, title block`}>
      <header className={head}>
        <h2 className={css({ textStyle: 'section' })}>Page {page.page}</h2>
        <span className={css({ textStyle: 'small', color: 'muted', flex: '1' })}>title block</span>
        <IconButton icon="chevron-left" aria-label="Previous page" onClick={() => onStep(-1)} />
        <IconButton icon="chevron-right" aria-label="Next page" onClick={() => onStep(1)} />
      </header>
      <div ref={frame} className={paper} style={{ aspectRatio: String(ratio) }} onPointerDown={draw}>
        {page.state === 'ready' && (
          <img
            key={`${page.id} ${page.preview_state}`}
            src={`${api.urlOf(previewOf(page))}&${page.preview_state}`}
            alt={`Title block of page ${page.page}`}
            draggable={false}
            className={picture}
            style={{ width: `${100 / SHARE}%` }}
          />
        )}
        {box && <span className={mark} style={inFrame(box)} />}
      </div>
      <div className={css({ display: 'grid', gap: '3', padding: '3.5', textStyle: 'small' })}>
        <p className={css({ color: 'muted' })}>
          {page.number === null && page.kind === 'raster'
            ? 'This page is a scan and its number could not be read.'
            : 'Drag over the number on one page to use that place on every page of this size.'}
        </p>
        <Button variant="ghost" onClick={() => void skip()}>
          Skip page
        </Button>
      </div>
    </section>
  )
}

const card = css({ background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg', overflow: 'hidden' })
const head = css({ display: 'flex', alignItems: 'center', gap: '2', paddingBlock: '2', paddingInline: '3.5' })
const paper = css({
  position: 'relative',
  overflow: 'hidden',
  background: 'white',
  borderBlock: '1px solid {colors.line}',
  cursor: 'crosshair',
  touchAction: 'none',
})
const picture = css({ position: 'absolute', right: '0', bottom: '0', maxWidth: 'none', userSelect: 'none' })
const mark = css({
  position: 'absolute',
  border: '2px solid {colors.attention}',
  borderRadius: 'sm',
  background: 'color-mix(in srgb, {colors.attention} 10%, transparent)',
  pointerEvents: 'none',
})
