import { useMemo, useState } from 'react'
import { signal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { toast } from '#ui/toast/toast.tsx'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { inverse, laidOn, mapped } from '../../alignment.ts'
import type { DrawingRevision } from '../../entities.ts'
import type { Point } from '../../geometry.ts'
import { editsDrawings } from '../../guards.ts'
import { fileOf, keyOf, previewOf, thumbOf } from '../addresses.ts'
import { changedAreas, type Area } from './changes.ts'
import { CompareBar, revisionName, type CompareBarProps, type Way } from './compare-bar.tsx'
import { ComparePanel } from './compare-panel.tsx'
import type { Camera, Size } from '../sheet/camera.ts'
import { SheetView, type SheetControl } from '../sheet/sheet-view.tsx'
import { sheetScreen } from '../desk/sheet-panel.ts'
import { useAligning, type AligningStep } from './use-aligning.ts'
import { useBlink } from './use-blink.ts'
import { ZoomButtons, zoomCorner } from '../desk/zoom-buttons.tsx'

const sizeOf = ({ width, height }: DrawingRevision): Size => ({ width: width ?? 612, height: height ?? 792 })

/** What is compared, how, and what was found by it. @useSignals */
function useComparing({ revisions, before, after, ...props }: Omit<CompareBarProps, 'way' | 'onWay'>) {
  const [chosenWay, setWay] = useState<Way>('side')
  const [control, setControl] = useState<SheetControl | null>(null)
  const [areas, setAreas] = useState<{ key: string; found: readonly Area[] } | null>(null)
  const [opened, setOpened] = useState<ReadonlyMap<Id, PdfDocument>>(new Map())
  const camera = useMemo(() => signal<Camera>({ x: 0, y: 0, scale: 0 }), [])
  const aligning = useAligning(before, after)
  const page = useMemo(() => sizeOf(after), [after])
  const matrix = laidOn(before, after, revisions)
  const laid = { size: sizeOf(before), matrix }
  const key = `${before.id} ${after.id} ${matrix.join(' ')}`
  const [first, second] = [opened.get(before.id), opened.get(after.id)]
  const look = async (old: PdfDocument, now: PdfDocument) => {
    try {
      setAreas({ key, found: await changedAreas({ pdf: old, laid }, { pdf: now, size: page }) })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'These sheets cannot be compared.')
    }
  }
  return {
    ...props,
    before,
    after,
    setWay,
    way: aligning.step ? 'side' : chosenWay,
    control,
    setControl,
    camera,
    aligning,
    page,
    laid,
    found: areas?.key === key ? areas.found : null,
    onOpen: (id: Id, pdf: PdfDocument) => setOpened((known) => new Map([...known, [id, pdf]])),
    look: first && second ? () => void look(first, second) : null,
    /** A place of the earlier one, from where it was touched on the later one. */
    placeBefore([u, v]: Point): Point {
      const [x, y] = mapped(inverse(matrix), [u * page.width, v * page.height])
      return [x / laid.size.width, y / laid.size.height]
    },
    /** The places that were touched on one of them, as they lie on the later one. */
    placesOn: (on: AligningStep['on']) =>
      aligning.placesOn(on).map(([u, v], at) => {
        const [x, y] = mapped(matrix, [u * laid.size.width, v * laid.size.height])
        const shown: Point = on === 'before' ? [x / page.width, y / page.height] : [u, v]
        return { key: `${on} ${at}`, at: shown, face: <span className={numbered}>{at + 1}</span> }
      }),
  }
}

export type Comparing = ReturnType<typeof useComparing>

/** One of the two that are compared, in a color where they lie over one another. */
const Pane = ({ comparing, of, tint }: { comparing: Comparing; of: DrawingRevision; tint?: string }) => {
  const { api } = useServices()
  const { sheet, other, before, after, way, laid, aligning, found } = comparing
  const on = of === before ? 'before' : 'after'
  return (
    <div className={cx(pane, tint && tinted)} style={{ background: tint }}>
      <SheetView
        key={`${way} ${after.id} ${keyOf(of)}`}
        page={comparing.page}
        {...(on === 'before' && { laid })}
        file={{ url: api.urlOf(fileOf(of)), key: keyOf(of) }}
        pictures={of.stamped === null ? [api.urlOf(thumbOf(of.id)), api.urlOf(previewOf(of))] : []}
        plain={way !== 'side'}
        onOpen={(pdf) => comparing.onOpen(of.id, pdf)}
        label={`${on === 'before' ? other.number : sheet.number} rev ${of.revision}`}
        camera={comparing.camera}
        onReady={comparing.setControl}
        onTap={(at) => aligning.touch(on, on === 'before' ? comparing.placeBefore(at) : at)}
        placed={comparing.placesOn(on)}
      >
        {on === 'after' && (found ?? []).map((area, at) => <Changed key={at} area={area} number={at + 1} />)}
      </SheetView>
      {tint && <span className={wash} style={{ background: tint }} />}
      {way === 'side' && (
        <p className={tags}>
          <Tag tone={on === 'before' ? 'attention' : 'primary'}>{revisionName(of)}</Tag>
          {of.superseded_by !== null && <Tag>Superseded by rev {of.superseded_by}</Tag>}
        </p>
      )}
    </div>
  )
}

/** Two revisions or two sheets (rule compare) beside or over one another, moved together. @useSignals */
export const CompareDesk = (props: Omit<CompareBarProps, 'way' | 'onWay'>) => {
  const { session } = useServices()
  const comparing = useComparing(props)
  const { before, after, way, control } = comparing
  const [share, setShare] = useState(0.5)
  const blinking = useBlink()
  return (
    <div className={sheetScreen}>
      <CompareBar {...props} way={way} onWay={comparing.setWay} />
      <div className={body}>
        <main className={stage} data-way={way}>
          <Pane comparing={comparing} of={before} tint={way === 'overlay' ? '#d5433b' : undefined} />
          {way === 'side' && <Pane comparing={comparing} of={blinking ? before : after} />}
          {way === 'overlay' && (
            <div className={over}>{!blinking && <Pane comparing={comparing} of={after} tint="#1b57c2" />}</div>
          )}
          {way === 'slide' && (
            <>
              <div className={top} style={{ clipPath: `inset(0 0 0 ${blinking ? 100 : share * 100}%)` }}>
                <Pane comparing={comparing} of={after} />
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
          <div className={zoomCorner} data-sheet-control>
            <ZoomButtons control={control} />
          </div>
        </main>
        <ComparePanel comparing={comparing} mayAlign={editsDrawings(session.user.value)} />
      </div>
    </div>
  )
}

const percent = (value: number) => `${value * 100}%`
const Changed = ({ area: { x, y, w, h }, number }: { area: Area; number: number }) => (
  <span className={box} style={{ left: percent(x), top: percent(y), width: percent(w), height: percent(h) }}>
    <span className={cx(numbered, corner)}>{number}</span>
  </span>
)

const stage = css({
  position: 'relative',
  flex: '1',
  minWidth: '0',
  stack: '2',
  '&[data-way=side]': { gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } },
})
const body = css({
  display: 'flex',
  flexDirection: { base: 'column', lg: 'row' },
  flex: '1',
  minHeight: '0',
})
const tags = css({ position: 'absolute', top: '3.5', left: '3.5', flow: '1.5', pointerEvents: 'none' })
const pane = css({ position: 'relative', height: 'full', minHeight: '0' })
/** What is black on the sheet becomes the colour, what is white stays white. */
const tinted = css({ isolation: 'isolate', '& > [role=application]': { filter: 'grayscale(1)' } })
const wash = css({ position: 'absolute', inset: '0', mixBlendMode: 'lighten', pointerEvents: 'none' })
const over = css({ position: 'absolute', inset: '0', mixBlendMode: 'multiply' })
const top = css({ position: 'absolute', inset: '0' })
const slider = css({ position: 'absolute', insetInline: '3.5', bottom: '16', zIndex: 'sticky' })
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
  center: true,
  boxSize: '7',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
  fontWeight: 'section',
})
