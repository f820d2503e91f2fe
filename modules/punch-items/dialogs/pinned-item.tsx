import type { Id } from '#core/access/access.ts'
import type { PinPlace } from '../../drawings/index.ts'
import { PunchItemDialog } from './punch-item-dialog.tsx'

/** Adds a punch item at a place of a sheet. */
export default function PinnedItem(props: {
  project_id: Id
  initial: { drawing_sheet_id: Id; pin: PinPlace }
  onClose: () => void
}) {
  return <PunchItemDialog {...props} />
}
