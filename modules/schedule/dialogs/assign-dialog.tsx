import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import type { Id } from '#core/access/access.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { projects } from '../../projects/entities.ts'

/** The choice of a job for the chosen cells: type a part of its name or number, and press Enter. */
export const AssignDialog = ({
  says,
  onChoose,
  onClose,
}: {
  says: string
  onChoose: (project_id: Id) => void
  onClose: () => void
}) => (
  <Dialog open onClose={onClose} title="Assign to a job" size="sm">
    <p>{says}</p>
    <RecordPicker
      entity={projects}
      aria-label="Project"
      placeholder="Type a name or number"
      value={null}
      onChange={(id) => id !== null && onChoose(id)}
    />
  </Dialog>
)
