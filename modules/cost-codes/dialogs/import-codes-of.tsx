import { ParentScope } from '#blocks/services/services.tsx'
import { ProjectFirst } from '../../projects/components.ts'
import { ImportCodes } from './import-codes.tsx'

/** Asks for a project, and imports its cost codes with their budgets. */
export default function ImportCodesOf({ onClose }: { onClose: () => void }) {
  return (
    <ProjectFirst
      title="Import cost codes"
      help="Its codes and their budgets are in one file."
      next="Choose a file"
      onClose={onClose}
    >
      {(project_id) => (
        <ParentScope project_id={project_id}>
          <ImportCodes project_id={project_id} onClose={onClose} />
        </ParentScope>
      )}
    </ProjectFirst>
  )
}
