import { lazy, useState } from 'react'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'

const load = async () => ({ default: (await import('../dialogs/project-dialog.tsx')).ProjectDialog })
const ProjectDialog = lazy(load)

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
      <Button variant="outline" icon="plus" onClick={() => setOpen(mayEdit)} onPointerEnter={() => void load()}>
        Add project
      </Button>
      <Optional>{open && <ProjectDialog onClose={() => setOpen(false)} />}</Optional>
    </>
  )
}
