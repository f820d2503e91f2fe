import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'

/**
 * Shown to those who may create projects; opens the form only if they may edit them (rule home-add). The solid button of
 * the screen is the first thing that needs the user.
 */
export default function HomeAddProject() {
  const { session } = useServices()
  const [open, setOpen] = useState(false)
  const mayEdit = can('edit', 'projects')(session.user.value)
  return (
    <>
      <Button variant="outline" icon="plus" onClick={() => setOpen(mayEdit)}>
        Add project
      </Button>
      {open && <ProjectDialog onClose={() => setOpen(false)} />}
    </>
  )
}
