import type { ReactNode } from 'react'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import type { SheetControl } from '../sheet/sheet-view.tsx'

/** Zooms a sheet and shows it whole; `children` stand between out and in. */
export const ZoomButtons = ({ control, children }: { control: SheetControl | null; children?: ReactNode }) => (
  <>
    <IconButton icon="minus" aria-label="Zoom out" onClick={() => control?.zoom(1 / 1.25)} />
    {children}
    <IconButton icon="plus" aria-label="Zoom in" onClick={() => control?.zoom(1.25)} />
    <IconButton icon="maximize" aria-label="Whole sheet" onClick={() => control?.fit()} />
  </>
)

/** The corner of a sheet where they float. */
export const zoomCorner = css({
  position: 'absolute',
  right: '3.5',
  bottom: '3.5',
  display: 'flex',
  layerStyle: 'floating',
})
