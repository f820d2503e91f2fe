import { useMemo, useState } from 'react'
import { signal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import { formatDay } from '#lib/days.ts'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DrawingRevision, DrawingSheet } from '../entities.ts'
import { fileOf, keyOf, previewOf, sheetHref, thumbOf } from './addresses.ts'
import { changedAreas, type Area } from './changes.ts'
import type { Camera } from './sheet/camera.ts'
import { SheetView, type SheetControl } from './sheet/sheet-view.tsx'
import { useBlink } from './use-blink.ts'

type Way = 'side' | 'overlay' | 'slide'

const nameOf = ({ revision, dated }: DrawingRevision) =>
  `Rev ${revision}${dated === null ? '' : ` · ${formatDay(dated)}`}`

/** Two revisions of a sheet beside or over one another, moved together. @useSignals */
export const CompareDesk = ({
  sheet,
  revisions,
  before,
  after,
  onChoose,
}: {
  sheet: DrawingSheet
  revisions: readonly DrawingRevision[]
  before: DrawingRevision
  after: DrawingRevision
  onChoose: (before: Id, after: Id) => void
}) => {
  const { api } = useServices()
  const [way, setWay] = useState<Way>('side')
  const [share, setShare] = useState(0.5)
  const [control, setControl] = useState<SheetControl | null>(null)
  const [areas, setAreas] = useState<{ key: string; found: readonly Area[] } | null>(null)
  const blinking = useBlink()
  const [opened, setOpened] = useState<ReadonlyMap<Id, PdfDocument>>(new Map())
  const camera = useMemo(() => signal<Camera>({ x: 0, y: 0, scale: 0 }), [])
  const key = `${before.id} ${after.id}`
  const options = revisions.map((one) => ({ value: one.id, label: nameOf(one) }))
  const found = areas?.key === key ? areas.found : null

  const look = async () => {
    const [first, second] = [opened.get(before.id), opened.get(after.id)]
    if (first && second) setAreas({ key, found: await changedAreas(first, second) })
  }
  const viewOf = (one: DrawingRevision, tint: string | null) => (
    <div className={cx(pane, tint !== null && tinted)} style={tint === null ? undefined : { background: tint }}>
      <SheetView
        key={`${way} ${keyOf(one)}`}
        page={{ width: one.width ?? 612, height: one.height ?? 792 }}
        file={{ url: api.urlOf(fileOf(one)), key: keyOf(one) }}
        pictures={one.stamped === null ? [api.urlOf(thumbOf(one.id)), api.urlOf(previewOf(one))] : []}
        plain={way !== 'side'}
        onOpen={(pdf) => setOpened((known) => new Map([...known, [one.id, pdf]]))}
        label={`${sheet.number} rev ${one.revision}`}
        camera={camera}
        onReady={setControl}
      >
        {one === after && (found ?? []).map((area, at) => <Changed key={at} area={area} number={at + 1} />)}
      </SheetView>
      {tint !== null && <span className={wash} style={{ background: tint }} />}
    </div>
  )
  return (
    <div className={desk}>
      <header className={bar}>
        <LinkButton variant="ghost" icon="x" href={sheetHref(sheet)} aria-label="Close the comparison">
          {''}
        </LinkButton>
        <h1 className={css({ textStyle: 'section' })}>{sheet.number}</h1>
        <span className={css({ flex: '1', display: { base: 'none', md: 'block' } })}>Compare revisions</span>
        <Select
          aria-label="Earlier"
          value={before.id}
          options={options}
          onChange={(id) => id && onChoose(id, after.id)}
        />
        <span className={css({ color: 'muted' })}>with</span>
        <Select
          aria-label="Later"
          value={after.id}
          options={options}
          onChange={(id) => id && onChoose(before.id, id)}
        />
        <Segmented<Way>
          aria-label="How they are shown"
          value={way}
          onChange={setWay}
          options={[
            { value: 'side', label: 'Side by side' },
            { value: 'overlay', label: 'Overlay' },
            { value: 'slide', label: 'Slide' },
          ]}
        />
      </header>
      <div className={css({ display: 'flex', flex: '1', minHeight: '0' })}>
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
        <aside className={panel} aria-label="What changed">
          <h2 className={css({ textStyle: 'section' })}>What changed</h2>
          <p className={legend}>
            <Tag tone="attention">Only in rev {before.revision}</Tag>
            <Tag tone="primary">Only in rev {after.revision}</Tag>
            <Tag>In both</Tag>
          </p>
          {found === null && (
            <Button
              variant="outline"
              disabled={!opened.has(before.id) || !opened.has(after.id)}
              onClick={() => void look()}
            >
              Find changed areas
            </Button>
          )}
          {found?.length === 0 && <p className={css({ color: 'muted' })}>Nothing has changed.</p>}
          <ol className={css({ display: 'grid', gap: '1' })}>
            {found?.map((area, at) => (
              <li key={at}>
                <Button variant="ghost" onClick={() => control?.show([area.x + area.w / 2, area.y + area.h / 2], 0.8)}>
                  Area {at + 1}
                </Button>
              </li>
            ))}
          </ol>
          <p className={css({ marginTop: 'auto', textStyle: 'small', color: 'muted' })}>
            Hold Space to blink between both.
          </p>
        </aside>
      </div>
    </div>
  )
}

const percent = (value: number) => `${value * 100}%`
const Changed = ({ area: { x, y, w, h }, number }: { area: Area; number: number }) => (
  <span className={box} style={{ left: percent(x), top: percent(y), width: percent(w), height: percent(h) }}>
    <span className={numbered}>{number}</span>
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
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '14',
  paddingInline: '3.5',
  background: 'card',
  borderBottom: '1px solid {colors.line}',
})
const stage = css({
  position: 'relative',
  flex: '1',
  minWidth: '0',
  display: 'grid',
  gap: '2',
  '&[data-way=side]': { gridTemplateColumns: { md: 'minmax(0, 1fr) minmax(0, 1fr)' } },
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
const panel = css({
  display: { base: 'none', lg: 'flex' },
  flexDirection: 'column',
  gap: '3',
  width: '16rem',
  padding: '3.5',
  background: 'card',
  borderLeft: '1px solid {colors.line}',
})
const legend = css({ display: 'flex', flexWrap: 'wrap', gap: '1.5' })
const box = css({ position: 'absolute', border: '3px dashed {colors.primary}', borderRadius: 'md' })
const numbered = css({
  position: 'absolute',
  top: '0',
  left: '0',
  transform: 'translate(-50%, -50%) scale(calc(1 / var(--scale, 1)))',
  display: 'grid',
  placeItems: 'center',
  width: '7',
  height: '7',
  borderRadius: 'full',
  background: 'primary',
  color: 'primary.ink',
  fontWeight: 'section',
})
