import type { Id } from '#core/access/access.ts'
import type { PinPlace } from '../../drawings/index.ts'
import { RfiDialog } from './rfi-dialog.tsx'

/** Adds an RFI at a place of a sheet. */
export default function PinnedRfi(props: {
  project_id: Id
  initial: { drawing_sheet_id: Id; pin: PinPlace }
  onClose: () => void
}) {
  return <RfiDialog initial={props.initial} onClose={props.onClose} />
}
