import { useRef, useState, type PointerEvent } from 'react'
import type { Signal } from '@preact/signals-react'
import { useFetched } from '#blocks/detail/use-record.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { readTitleBlock } from '#lib/title-block/read.ts'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { drag, type DragPoint } from '#ui/drag/drag.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { drawingRevisions, drawings, type DrawingRevision } from '../../entities.ts'
import type { Box } from '../../geometry.ts'
import type { Boxes } from '../../reviewing.ts'
import { previewOf } from '../addresses.ts'
import { LiveValue, type Live } from './live.tsx'
import { viewOf, type View } from './view-of.ts'

const names: Readonly<Record<ReadField, string>> = {
  number: 'Number',
  title: 'Title',
  revision: 'Revision',
  dated: 'Date',
}
const clamp = (value: number) => Math.min(1, Math.max(0, value))
const boxBetween = (a: readonly [number, number], b: readonly [number, number]): Box => {
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])]
  return { x, y, w: Math.abs(a[0] - b[0]), h: Math.abs(a[1] - b[1]) }
}

/**
 * Where the values stand on the page in focus. A box that is drawn around one is read on every page of its size
 * (rule drawing-taught). @useSignals
 */
export const TitleBlockPanel = ({
  page,
  field,
  alike,
  live,
  onField,
  onStep,
}: {
  page: DrawingRevision
  /** The value whose box is drawn. */
  field: ReadField
  /** How many pages of the set are of its size. */
  alike: number
  /** What the box that is being drawn holds. */
  live: Signal<Live | null>
  onField: (field: ReadField) => void
  onStep: (by: 1 | -1) => void
}) => {
  const { api } = useServices()
  const report = useOutcome()
  // The texts of the page come with the record alone, to be read while a box is drawn.
  useFetched(drawingRevisions, page.id, () => api.across(drawingRevisions).fetch(page.id))
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<{ page: Id; field: ReadField; box: Box } | null>(null)
  const [seen, setSeen] = useState<readonly [number, number] | null>(null)
  const ratio = (page.width ?? 3) / (page.height ?? 2)
  const boxes: Boxes = { ...(page.number_box && { number: page.number_box }), ...page.boxes }
  const view = viewOf(
    readFields.flatMap((one) => boxes[one] ?? []),
    boxes[field],
    seen,
  )
  const shown = { ...boxes, ...(drawn?.page === page.id && { [drawn.field]: drawn.box }) }

  /** The place on the page under the pointer, in parts of the page. */
  function placeOf(event: DragPoint): readonly [number, number] {
    const rect = frame.current?.getBoundingClientRect()
    if (!rect) return [0, 0]
    const [u, v] = [clamp((event.clientX - rect.left) / rect.width), clamp((event.clientY - rect.top) / rect.height)]
    return [view.x + u * view.share, view.y + v * view.share]
  }
  function draw(event: PointerEvent) {
    const start = placeOf(event)
    const boxTo = (at: DragPoint) => boxBetween(start, placeOf(at))
    drag(event.currentTarget, event, {
      move: (at) => show(boxTo(at)),
      end: (at) => void readAt(boxTo(at)),
      cancel: () => show(null),
    })
  }
  /** Shows a box, and what it holds, in the row of the page. */
  function show(box: Box | null) {
    const { id, runs, width, height } = page
    setDrawn(box && { page: id, field, box })
    const size = runs && width && height ? { width, height } : null
    const read = box && size && readTitleBlock(runs ?? [], size, { [field]: box })[field].value
    live.value = read ? { page: id, field, value: read } : null
  }
  async function readAt(box: Box) {
    // A touch is no box.
    if (box.w < 0.002 || box.h < 0.002) return show(null)
    const body = { boxes: { [field]: box }, revision_id: page.id }
    const pages = alike === 1 ? '1 page' : `${alike} pages`
    report(await api.across(drawings).act(page.drawing_id, 'use_box', body), `${names[field]} read again on ${pages}.`)
    show(null)
  }
  const skip = async () => {
    report(await api(drawingRevisions, { drawing_id: page.drawing_id }).remove(page.id), `Page ${page.page} skipped.`)
  }
  const inFrame = ({ x, y, w, h }: Box) => ({
    left: `${((x - view.x) / view.share) * 100}%`,
    top: `${((y - view.y) / view.share) * 100}%`,
    width: `${(w / view.share) * 100}%`,
    height: `${(h / view.share) * 100}%`,
  })
  const source = page.preview_state === 'ready' ? api.urlOf(previewOf(page)) : null
  return (
    <section className={card} aria-label={`Page ${page.page}, title block`}>
      <header className={head}>
        <h2 className={css({ textStyle: 'section' })}>Where it stands</h2>
        <span className={css({ textStyle: 'note', flex: '1' })}>
          page {page.page}, {alike === 1 ? 'alone of its size' : `used for ${alike} pages of this size`}
        </span>
        <IconButton icon="chevron-left" aria-label="Previous page" onClick={() => onStep(-1)} />
        <IconButton icon="chevron-right" aria-label="Next page" onClick={() => onStep(1)} />
      </header>
      <div ref={frame} className={paper} style={{ aspectRatio: String(ratio) }} onPointerDown={draw}>
        {source !== null && (
          <img
            key={page.id}
            src={source}
            alt={`Title block of page ${page.page}`}
            draggable={false}
            className={picture}
            style={{
              width: `${100 / view.share}%`,
              left: `${(-view.x / view.share) * 100}%`,
              top: `${(-view.y / view.share) * 100}%`,
            }}
          />
        )}
        {readFields.map((one) => {
          const box = shown[one]
          return box && <span key={one} className={cx(mark, marks[one])} style={inFrame(box)} data-name={names[one]} />
        })}
        {source !== null && <WholePage source={source} view={view} onSee={setSeen} />}
      </div>
      <BoxChoice page={page} field={field} live={live} onField={onField} onSkip={() => void skip()} />
    </section>
  )
}

/** Which box is drawn, and what was read at each. */
const BoxChoice = ({
  page,
  field,
  live,
  onField,
  onSkip,
}: {
  page: DrawingRevision
  field: ReadField
  live: Signal<Live | null>
  onField: (field: ReadField) => void
  onSkip: () => void
}) => (
  <div className={css({ stack: '3', padding: '3.5', textStyle: 'small' })}>
    <Segmented<ReadField>
      full
      aria-label="Which box to draw"
      value={field}
      onChange={onField}
      options={readFields.map((value) => ({ value, label: names[value] }))}
    />
    <dl className={legend}>
      {readFields.map((one) => (
        <div key={one} className={css({ minWidth: '0' })}>
          <dt>
            <span className={cx(swatch, marks[one])} aria-hidden />
            {names[one]}
          </dt>
          <dd>
            <LiveValue live={live} page={page} field={one} />
          </dd>
        </div>
      ))}
    </dl>
    <p className={css({ color: 'muted' })}>
      {page.kind === 'raster' && page.number === null
        ? 'This page is a scan without text. Type what it says.'
        : `Drag around the ${names[field].toLowerCase()} to read it there on every page of this size.`}
    </p>
    <Button variant="ghost" onClick={onSkip}>
      Skip page
    </Button>
  </div>
)

/** The whole page, small, and the part of it that is seen; touching it shows another one. */
const WholePage = ({
  source,
  view,
  onSee,
}: {
  source: string
  view: View
  onSee: (at: readonly [number, number]) => void
}) => (
  <button
    type="button"
    className={small}
    aria-label="Show another part of the page"
    onPointerDown={(event) => event.stopPropagation()}
    onClick={({ currentTarget, clientX, clientY }) => {
      const rect = currentTarget.getBoundingClientRect()
      onSee([(clientX - rect.left) / rect.width, (clientY - rect.top) / rect.height])
    }}
  >
    <img src={source} alt="" draggable={false} className={css({ display: 'block', width: 'full' })} />
    <span
      className={sight}
      style={{
        left: `${view.x * 100}%`,
        top: `${view.y * 100}%`,
        width: `${view.share * 100}%`,
        height: `${view.share * 100}%`,
      }}
    />
  </button>
)

const card = css({ layerStyle: 'card', overflow: 'hidden' })
const head = css({ row: '2', paddingBlock: '2', paddingInline: '3.5' })
const paper = css({
  position: 'relative',
  overflow: 'hidden',
  background: 'white',
  // A border would make it less high than its part of the page.
  boxShadow: '0 0 0 1px {colors.line}',
  cursor: 'crosshair',
  touchAction: 'none',
})
const picture = css({ position: 'absolute', maxWidth: 'none', userSelect: 'none' })
const mark = css({
  position: 'absolute',
  border: '2px solid',
  borderRadius: 'sm',
  pointerEvents: 'none',
  '&::after': {
    content: 'attr(data-name)',
    position: 'absolute',
    left: 'calc(100% + 4px)',
    top: '50%',
    translate: '0 -50%',
    paddingInline: '1.5',
    borderRadius: 'sm',
    textStyle: 'caption',
    fontWeight: 'strong',
    color: 'white',
    background: 'var(--mark)',
  },
  borderColor: 'var(--mark)',
  background: 'color-mix(in srgb, var(--mark) 14%, transparent)',
})
/** The paper stays white at night, and so do its marks. */
const marks: Readonly<Record<ReadField, string>> = {
  number: css({ '--mark': '#1d56c4' }),
  title: css({ '--mark': '#0d7f79' }),
  revision: css({ '--mark': '#9c3a86' }),
  dated: css({ '--mark': '#855433' }),
}
const legend = css({
  stack: '3',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  '& dt': { row: '1', color: 'muted' },
  '& dd': { fontWeight: 'strong', overflowWrap: 'anywhere' },
})
const swatch = css({ flex: 'none', boxSize: '2.5', borderRadius: 'sm', background: 'var(--mark)' })
const small = css({
  position: 'absolute',
  top: '2',
  left: '2',
  width: '22%',
  overflow: 'hidden',
  background: 'white',
  border: '1px solid #b9c0c7',
  cursor: 'pointer',
})
const sight = css({ position: 'absolute', border: '2px solid #1d56c4', pointerEvents: 'none' })
