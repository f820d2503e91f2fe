import { projectAt } from '../../projects/index.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'

/** Enter Time, with the project of the current page selected (rule time-button). */
export default function EnterTimeHere({ path, onClose }: { path: string; onClose: () => void }) {
  return <EnterTimeDialog project_id={projectAt(path)} onClose={onClose} />
}
