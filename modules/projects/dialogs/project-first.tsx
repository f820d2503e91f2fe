import { useState, type ReactNode } from 'react'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { projects } from '../entities.ts'

interface ProjectFirstProps {
  readonly title: string
  readonly help: string
  /** The button's label: what comes next. */
  readonly next: string
  readonly onClose: () => void
  /** Renders the dialog for the chosen project. */
  readonly children: (project_id: Id) => ReactNode
}

/** Asks for a project, and goes on with the dialog that is about one. */
export const ProjectFirst = ({ title, help, next, onClose, children }: ProjectFirstProps) => {
  const [chosen, setChosen] = useState<Id | null>(null)
  const [project, setProject] = useState<Id | null>(null)
  if (project !== null) return children(project)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <Button disabled={chosen === null} onClick={() => setProject(chosen)}>
          {next}
        </Button>
      }
    >
      <Field label="Project" help={help}>
        <RecordPicker entity={projects} value={chosen} onChange={setChosen} />
      </Field>
    </Dialog>
  )
}
