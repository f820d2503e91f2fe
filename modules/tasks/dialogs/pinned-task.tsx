import type { Id } from '#core/access/access.ts'
import type { PinPlace } from '../../drawings/index.ts'
import { TaskDialog } from './task-dialog.tsx'

/** Adds a task at a place of a sheet. */
export default function PinnedTask(props: {
  project_id: Id
  initial: { drawing_sheet_id: Id; pin: PinPlace }
  onClose: () => void
}) {
  return <TaskDialog {...props} />
}
