import { Suspense, lazy, useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import type { Project } from '../../projects/entities.ts'

const EnterTimeDialog = lazy(() => import('../dialogs/enter-time-dialog.tsx'))

/** Enter Time for the project one is at; on a phone the bottom bar has it. */
export default function ProjectEnterTime({ project }: { project: Project }) {
  const [open, setOpen] = useState(false)
  if (project.archived_at !== null) return null
  return (
    <span className={css({ display: { base: 'none', md: 'contents' } })}>
      <Button icon="clock" onClick={() => setOpen(true)}>
        Enter time
      </Button>
      <Suspense>{open && <EnterTimeDialog project_id={project.id} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  )
}
