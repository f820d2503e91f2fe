import { useMemo, useState } from 'react'
import { signal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { alignedWith, inverse, laidOn, mapped } from '../alignment.ts'
import type { DrawingRevision, DrawingSheet } from '../entities.ts'
import type { Point } from '../geometry.ts'
import { editsDrawings } from '../guards.ts'
import { fileOf, keyOf, previewOf, thumbOf } from './addresses.ts'
import { changedAreas, type Area } from './changes.ts'
import { CompareBar, revisionName, type CompareBarProps, type Way } from './compare-bar.tsx'
import { ComparePanel } from './compare-panel.tsx'
import type { Camera, Size } from './sheet/camera.ts'
import { SheetView, type SheetControl } from './sheet/sheet-view.tsx'
import { useAligning, type AligningStep } from './use-aligning.ts'
import { useBlink } from './use-blink.ts'

const sizeOf = ({ width, height }: DrawingRevision): Size => ({ width: width ?? 612, height: height ?? 792 })

/** Two revisions or two sheets (rule compare) beside or over one another, moved together. @useSignals */
export const CompareDesk = (props: Omit<CompareBarProps, 'way' | 'onWay'>) => {
  const { sheet, other, revisions, before, after } = props
  const { api, session } = useServices()
  const [chosenWay, setWay] = useState<Way>('side')
  const [share, setShare] = useState(0.5)
  const [control, setControl] = useState<SheetControl | null>(null)
  const [areas, setAreas] = useState<{ key: string; found: readonly Area[] } | null>(null)
  const blinking = useBlink()
  const [opened, setOpened] = useState<ReadonlyMap<Id, PdfDocument>>(new Map())
  const camera = useMemo(() => signal<Camera>({ x: 0, y: 0, scale: 0 }), [])
  const aligning = useAligning(before, after)
  const way = aligning.step ? 'side' : chosenWay
  const page = useMemo(() => sizeOf(after), [after])
  const matrix = laidOn(before, after, revisions)
  const laid = { size: sizeOf(before), matrix }
  const key = `${before.id} ${after.id} ${matrix.join(' ')}`
  const found = areas?.key === key ? areas.found : null
  const names = namesOf(props)

  const [first, second] = [opened.get(before.id), opened.get(after.id)]
  const look = async (old: PdfDocument, now: PdfDocument) => {
    try {
      setAreas({ key, found: await changedAreas({ pdf: old, laid }, { pdf: now, size: page }) })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'These sheets cannot be compared.')
    }
  }
  /** A place of the earlier one, from where it was touched on the later one. */
  const placeBefore = ([u, v]: Point): Point => {
    const [x, y] = mapped(inverse(matrix), [u * page.width, v * page.height])
    return [x / laid.size.width, y / laid.size.height]
  }
  const placesOn = (on: AligningStep['on']) =>
    aligning.placesOn(on).map((place, at) => {
      const [x, y] = on === 'before' ? mapped(matrix, [place[0] * laid.size.width, place[1] * laid.size.height]) : place
      const shown: Point = on === 'before' ? [x / page.width, y / page.height] : place
      return { key: `${on} ${at}`, at: shown, face: <span className={numbered}>{at + 1}</span> }
    })
  const viewOf = (one: DrawingRevision, tint: string | null) => {
    const on = one === before ? 'before' : 'after'
    return (
      <div className={cx(pane, tint !== null && tinted)} style={tint === null ? undefined : { background: tint }}>
        <SheetView
          key={`${way} ${after.id} ${keyOf(one)}`}
          page={page}
          {...(one === before && { laid })}
          file={{ url: api.urlOf(fileOf(one)), key: keyOf(one) }}
          pictures={one.stamped === null ? [api.urlOf(thumbOf(one.id)), api.urlOf(previewOf(one))] : []}
          plain={way !== 'side'}
          onOpen={(pdf) => setOpened((known) => new Map([...known, [one.id, pdf]]))}
          label={`${one === before ? other.number : sheet.number} rev ${one.revision}`}
          camera={camera}
          onReady={setControl}
          onTap={(at) => aligning.touch(on, on === 'before' ? placeBefore(at) : at)}
          placed={placesOn(on)}
        >
          {one === after && (found ?? []).map((area, at) => <Changed key={at} area={area} number={at + 1} />)}
        </SheetView>
        {tint !== null && <span className={wash} style={{ background: tint }} />}
        {way === 'side' && (
          <p className={tags}>
            <Tag tone={on === 'before' ? 'attention' : 'primary'}>{revisionName(one)}</Tag>
            {one.superseded_by !== null && <Tag>Superseded by rev {one.superseded_by}</Tag>}
          </p>
        )}
      </div>
    )
  }
  return (
    <div className={desk}>
      <CompareBar {...props} way={way} onWay={setWay} />
      <div className={body}>
        <main className={stage} data-way={way}>
          {way === 'side' && (
            <>
              {viewOf(before, null)}
              {viewOf(blinking ? before : after, null)}
            </>
          )}
          {way === 'overlay' && (
            <>
              {viewOf(before, '#d5433b')}
              <div className={over}>{!blinking && viewOf(after, '#1b57c2')}</div>
            </>
          )}
          {way === 'slide' && (
            <>
              {viewOf(before, null)}
              <div className={top} style={{ clipPath: `inset(0 0 0 ${blinking ? 100 : share * 100}%)` }}>
                {viewOf(after, null)}
              </div>
              <input
                type="range"
                className={slider}
                data-sheet-control
                aria-label="How much of the later revision is shown"
                min={0}
                max={1}
                step={0.005}
                value={share}
                onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}
              />
            </>
          )}
          <div className={zoom} data-sheet-control>
            <IconButton icon="minus" aria-label="Zoom out" onClick={() => control?.zoom(1 / 1.25)} />
            <IconButton icon="plus" aria-label="Zoom in" onClick={() => control?.zoom(1.25)} />
            <IconButton icon="maximize" aria-label="Whole sheet" onClick={() => control?.fit()} />
          </div>
        </main>
        <ComparePanel
          names={names}
          areas={found}
          onFind={first && second ? () => void look(first, second) : null}
          onArea={({ x, y, w, h }) => control?.show([x + w / 2, y + h / 2], 0.8)}
          aligning={editsDrawings(session.user.value) ? aligning : null}
          isAligned={alignedWith(before, after) !== null}
        />
      </div>
    </div>
  )
}

/** What both are called: by their revisions, or by their numbers. */
const namesOf = ({
  sheet,
  other,
  before,
  after,
}: {
  sheet: DrawingSheet
  other: DrawingSheet
  before: DrawingRevision
  after: DrawingRevision
}) =>
  sheet.id === other.id
    ? { before: `rev ${before.revision}`, after: `rev ${after.revision}` }
    : { before: other.number, after: sheet.number }

const percent = (value: number) => `${value * 100}%`
const Changed = ({ area: { x, y, w, h }, number }: { area: Area; number: number }) => (
  <span className={box} style={{ left: percent(x), top: percent(y), width: percent(w), height: percent(h) }}>
    <span className={cx(numbered, corner)}>{number}</span>
  </span>
)

const desk = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  flexDirection: 'column',
  background: 'paper',
})
const stage = css({
  position: 'relative',
  flex: '1',
  minWidth: '0',
  display: 'grid',
  gap: '2',
  '&[data-way=side]': { gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } },
})
const body = css({
  display: 'flex',
  flexDirection: { base: 'column', lg: 'row' },
  flex: '1',
  minHeight: '0',
})
const tags = css({
  position: 'absolute',
  top: '3.5',
  left: '3.5',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  pointerEvents: 'none',
})
const pane = css({ position: 'relative', height: 'full', minHeight: '0' })
/** What is black on the sheet becomes the colour, what is white stays white. */
const tinted = css({ isolation: 'isolate', '& > [role=application]': { filter: 'grayscale(1)' } })
const wash = css({ position: 'absolute', inset: '0', mixBlendMode: 'lighten', pointerEvents: 'none' })
const over = css({ position: 'absolute', inset: '0', mixBlendMode: 'multiply' })
const top = css({ position: 'absolute', inset: '0' })
const slider = css({ position: 'absolute', insetInline: '3.5', bottom: '16', zIndex: 'sticky' })
const zoom = css({
  position: 'absolute',
  right: '3.5',
  bottom: '3.5',
  zIndex: 'sticky',
  display: 'flex',
  background: 'card',
  borderRadius: 'lg',
  boxShadow: 'floating',
})
const box = css({
  position: 'absolute',
  border: '2px dashed {colors.primary}',
  // As wide on any scale.
  borderWidth: 'calc(2px / var(--scale, 1))',
})
const corner = css({
  position: 'absolute',
  top: '0',
  left: '0',
  transform: 'translate(-50%, -50%) scale(calc(1 / var(--scale, 1)))',
})
const numbered = css({
  display: 'grid',
  placeItems: 'center',
  width: '7',
  height: '7',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
  fontWeight: 'section',
})
