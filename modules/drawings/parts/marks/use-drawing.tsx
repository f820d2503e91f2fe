import { useState, type ReactNode } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { PinDialog } from '../../dialogs/pin-dialog.tsx'
import type { DrawingRevision, DrawingSheet } from '../../entities.ts'
import type { Geometry } from '../../geometry.ts'
import { editsDrawings } from '../../guards.ts'
import type { PinPlace } from '../../../work-items/index.ts'
import type { Draft } from '../sheet/drafts.ts'
import { ScaleDialog } from '../desk/scale-dialog.tsx'
import type { Ink } from './tools.ts'
import type { Marking } from './use-marking.ts'
import { useMeasuring, type Measuring } from './use-measuring.ts'
import { usePhotoPin } from '../pins/use-photo-pin.ts'

type Asking =
  | { readonly kind: 'text' | 'scale'; readonly geometry: Geometry }
  | { readonly kind: 'pin'; readonly place: PinPlace }

/** A text that is being typed where it will stand. */
export interface Writing {
  readonly geometry: Geometry
  readonly color: string
  /** Keeps the words, or nothing where there are none. */
  done(text: string): void
}

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
  measuring: Measuring
  writing: Writing | null
  dialogs: ReactNode
} {
  const { session } = useServices()
  const [asking, setAsking] = useState<Asking | null>(null)
  const addPhoto = usePhotoPin(marking)
  const close = () => setAsking(null)
  const measuring = useMeasuring({
    shown,
    maySetScale: editsDrawings(session.user.value) && !isLocal,
    onMeasured: (measurement) => void marking.add({ ...measurement, ...ink }),
    onScale: (geometry) => setAsking({ kind: 'scale', geometry }),
  })

  function draw({ type, geometry }: Draft) {
    const isSpot = 'x' in geometry && !('w' in geometry)
    if (isLocal && isSpot) return void marking.add({ type, geometry })
    if (type === 'text') return setAsking({ kind: 'text', geometry })
    if (type === 'pin' && isSpot) return setAsking({ kind: 'pin', place: geometry })
    if (type === 'photo') return addPhoto({ type, geometry })
    if (type === 'measure') return 'points' in geometry ? measuring.finish(geometry.points) : undefined
    return void marking.add({ type, geometry, ...ink })
  }
  const writing: Writing | null =
    asking?.kind === 'text'
      ? {
          geometry: asking.geometry,
          color: ink.color,
          done(text) {
            close()
            if (text.trim()) void marking.add({ type: 'text', geometry: asking.geometry, ...ink, text: text.trim() })
          },
        }
      : null
  const dialogs = (
    <>
      {asking?.kind === 'scale' && <ScaleDialog revision={shown} line={asking.geometry} onClose={close} />}
      {asking?.kind === 'pin' && <PinDialog sheet={sheet} place={asking.place} onClose={close} />}
    </>
  )
  return { draw, measuring, writing, dialogs }
}
