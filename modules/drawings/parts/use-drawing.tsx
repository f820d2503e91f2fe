import { useState, type ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PinDialog } from '../dialogs/pin-dialog.tsx'
import type { DrawingRevision, DrawingSheet } from '../entities.ts'
import type { Geometry } from '../geometry.ts'
import { editsDrawings } from '../guards.ts'
import type { PinPlace } from '../pin-fields.ts'
import { lengthInWords, lengthOf } from './lengths.ts'
import type { Draft } from './sheet/draw.ts'
import { ScaleDialog, TextDialog } from './sheet-dialogs.tsx'
import type { Ink } from './tool-bar.tsx'
import type { Marking } from './use-marking.ts'
import { usePhotoPin } from './use-photo-pin.ts'

type Asking =
  | { readonly kind: 'text' | 'scale'; readonly geometry: Geometry }
  | { readonly kind: 'pin'; readonly place: PinPlace }

/** What becomes of something that was drawn: a mark at once, or after a question. @useSignals */
export function useDrawing({
  sheet,
  shown,
  ink,
  marking,
  isLocal,
}: {
  sheet: DrawingSheet
  shown: DrawingRevision
  ink: Ink
  marking: Marking
  /** A sheet that is not on the server has neither records nor photos to pin. */
  isLocal: boolean
}): {
  draw: (draft: Draft) => void
  labelOf: (draft: Draft) => string | null
  dialogs: ReactNode
} {
  const { session } = useServices()
  const [asking, setAsking] = useState<Asking | null>(null)
  const addPhoto = usePhotoPin(marking)
  const close = () => setAsking(null)
  const { scale } = shown
  const isEditor = editsDrawings(session.user.value)

  const labelOf = ({ type, geometry }: Draft) =>
    type === 'measure' && scale ? lengthInWords(lengthOf(geometry, shown, scale), scale.unit) : null
  function draw({ type, geometry }: Draft) {
    const isSpot = 'x' in geometry && !('w' in geometry)
    if (isLocal && isSpot) return void marking.add({ type, geometry })
    if (type === 'text') return setAsking({ kind: 'text', geometry })
    if (type === 'pin' && isSpot) return setAsking({ kind: 'pin', place: geometry })
    if (type === 'photo') return addPhoto({ type, geometry })
    if (type !== 'measure') return void marking.add({ type, geometry, ...ink })
    if (!scale)
      return isEditor ? setAsking({ kind: 'scale', geometry }) : void toast.error('Set the sheet scale first.')
    const measurement = Math.round(lengthOf(geometry, shown, scale) * 1e4) / 1e4
    return void marking.add({ type, geometry, ...ink, measurement, unit: scale.unit })
  }
  const dialogs = (
    <>
      {asking?.kind === 'text' && (
        <TextDialog
          onClose={close}
          onText={(text) => {
            close()
            void marking.add({ type: 'text', geometry: asking.geometry, ...ink, text })
          }}
        />
      )}
      {asking?.kind === 'scale' && <ScaleDialog revision={shown} line={asking.geometry} onClose={close} />}
      {asking?.kind === 'pin' && <PinDialog sheet={sheet} place={asking.place} onClose={close} />}
    </>
  )
  return { draw, labelOf, dialogs }
}
