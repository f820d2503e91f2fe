import { projectAt } from '../../projects/index.ts'
import { EnterTimeDialog } from '../dialogs/enter-time-dialog.tsx'

/** Enter Time for the project whose page is open (rule time-button). */
export default function EnterTimeHere({ path, onClose }: { path: string; onClose: () => void }) {
  return <EnterTimeDialog project_id={projectAt(path)} onClose={onClose} />
}
