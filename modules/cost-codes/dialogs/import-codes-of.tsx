import { useState } from 'react'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { projects } from '../../projects/entities.ts'
import { ImportCodes } from './import-codes.tsx'

/** Asks for a project, and imports its cost codes with their budgets. */
export default function ImportCodesOf({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<Id | null>(null)
  const [project, setProject] = useState<Id | null>(null)
  if (project !== null)
    return (
      <ParentScope project_id={project}>
        <ImportCodes project_id={project} onClose={onClose} />
      </ParentScope>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import cost codes"
      size="sm"
      footer={
        <Button disabled={chosen === null} onClick={() => setProject(chosen)}>
          Choose a file
        </Button>
      }
    >
      <Field label="Project" help="Its codes and their budgets are in one file.">
        <RecordPicker entity={projects} value={chosen} onChange={setChosen} />
      </Field>
    </Dialog>
  )
}
