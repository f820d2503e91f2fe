import { useEffect, useState } from 'react'
import { effect } from '@preact/signals-react'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import type { DrawingRevision } from '../../entities.ts'
import { editsDrawings } from '../../guards.ts'
import { percentOf, type Turns } from '../sheet/camera.ts'
import type { SheetControl } from '../sheet/sheet-view.tsx'
import { hasInk } from '../marks/tools.ts'
import type { Desk } from './use-desk.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

/** Next sheets, scale and zoom, along the lower edge of a sheet. */
export const SheetFoot = ({ desk }: { desk: Desk }) => {
  const { control, sheet, shown, before, after, onSheet, turns, measuring } = desk
  const startScaling = () => {
    desk.setTool('measure')
    measuring.startScaling()
  }
  return (
    <div className={foot} data-quiet={hasInk(desk.tool) ? '' : undefined}>
      <div className={group} data-sheet-control>
        <IconButton
          icon="chevron-left"
          aria-label={before ? `Sheet ${before.number}` : 'No sheet before'}
          disabled={!before}
          onClick={() => before && onSheet(before)}
        />
        <span className={around}>{[before?.number, sheet.number, after?.number].filter(Boolean).join(' · ')}</span>
        <IconButton
          icon="chevron-right"
          aria-label={after ? `Sheet ${after.number}` : 'No sheet after'}
          disabled={!after}
          onClick={() => after && onSheet(after)}
        />
      </div>
      {editsDrawings(desk.user) && !desk.local ? (
        <button type="button" className={scaleOf} data-sheet-control title="Set the sheet scale" onClick={startScaling}>
          <ScaleText revision={shown} />
        </button>
      ) : (
        <span className={scaleOf} data-sheet-control>
          <ScaleText revision={shown} />
        </span>
      )}
      <div className={group} data-sheet-control>
        <IconButton
          icon="rotate-cw"
          aria-label="Turn by 90°"
          onClick={() => desk.setTurns(((turns + 1) % 4) as Turns)}
        />
        <ZoomButtons control={control}>
          <Percent control={control} />
        </ZoomButtons>
      </div>
    </div>
  )
}

const ScaleText = ({ revision: { scale } }: { revision: DrawingRevision }) => (
  <>
    Scale <strong>{scale ? inWords(scale) : 'not set'}</strong>
  </>
)

/** How long an inch of the sheet is. */
function inWords({ units_per_pt, unit }: { units_per_pt: number; unit: string }): string {
  const perInch = units_per_pt * 72
  if (unit !== 'ft') return `1 : ${Math.round(units_per_pt * 72 * 39.3701)}`
  const eighths = 8 / perInch
  const rounded = Math.round(eighths * 2) / 2
  return Math.abs(eighths - rounded) < 0.01 && Number.isInteger(rounded) && rounded > 0 && rounded < 8
    ? `${rounded % 2 ? `${rounded}/8` : rounded % 4 ? `${rounded / 2}/4` : '1/2'}" = 1'-0"`
    : `1" = ${perInch.toFixed(1)}'`
}

const Percent = ({ control }: { control: SheetControl | null }) => {
  const [percent, setPercent] = useState(100)
  useEffect(() => (control ? effect(() => setPercent(percentOf(control.camera.value.scale))) : undefined), [control])
  return (
    <output className={css({ minWidth: '12', textAlign: 'center', fontWeight: 'strong' })} aria-label="Zoom">
      {percent} %
    </output>
  )
}

const foot = css({
  position: 'absolute',
  insetInline: '3.5',
  bottom: { base: '20', md: '3.5' },
  // Large letters need a second line.
  wrap: '2',
  justifyContent: 'space-between',
  pointerEvents: 'none',
  zIndex: 'sticky',
  '& > *': { pointerEvents: 'auto' },
  '&[data-quiet]': { mdDown: { display: 'none' } },
})
const group = css({ display: 'flex', alignItems: 'center', layerStyle: 'floating', paddingInline: '1' })
const around = css({ display: { base: 'none', lg: 'inline' }, fontWeight: 'strong', paddingInline: '1' })
const scaleOf = css({
  display: { base: 'none', lg: 'block' },
  paddingInline: '3',
  paddingBlock: '2',
  layerStyle: 'floating',
  textStyle: 'small',
})
