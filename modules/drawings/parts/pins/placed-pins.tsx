import type { Id } from '#core/access/access.ts'
import type { Markup } from '../../entities.ts'
import type { Point } from '../../geometry.ts'
import { PinFace } from './pin-face.tsx'
import type { Placed } from '../sheet/sheet-view.tsx'
import type { Pin } from './use-pins.ts'

/** The pins and photos of a sheet at their places. */
export function placedPins({
  pins,
  photos,
  chosenPin,
  onPin,
  chosen,
  onMark,
}: {
  pins: readonly Pin[]
  photos: readonly Markup[]
  chosenPin: string | null
  onPin: (key: string) => void
  chosen: Id | null
  onMark: (id: Id) => void
}): Placed[] {
  const records = pins.flatMap(({ key, face, title, record }): Placed[] => {
    if (!record.pin) return []
    const label = `${title}, ${face.state}`
    return [
      {
        key,
        at: [record.pin.x, record.pin.y],
        face: <PinFace {...face} label={label} isChosen={key === chosenPin} onClick={() => onPin(key)} />,
      },
    ]
  })
  const pictures = photos.flatMap(({ id, type, geometry, user_name, photos: held }): Placed[] => {
    if (type !== 'photo' || !('x' in geometry)) return []
    const at: Point = [geometry.x, geometry.y]
    const number = held.length > 1 ? String(held.length) : ''
    const face = (
      <PinFace
        tone="neutral"
        icon="camera"
        number={number}
        label={`Photo by ${user_name}`}
        isChosen={id === chosen}
        onClick={() => onMark(id)}
      />
    )
    return [{ key: `photo ${id}`, at, face }]
  })
  return [...records, ...pictures]
}
