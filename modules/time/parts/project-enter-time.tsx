import { Suspense, lazy, useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import type { Project } from '../../projects/entities.ts'

const EnterTimeDialog = lazy(() => import('../dialogs/enter-time-dialog.tsx'))

/**
 * The Enter time button of a project page, the main action where a tab has none of its own. Hidden on phones, where the
 * bottom bar has one.
 */
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
