import { useServices } from '#blocks/services/services.tsx'
import { can, staff } from '#core/access/access.ts'
import { Images } from '../../attachments/index.ts'
import type { Project } from '../entities.ts'

/** The project's pictures. Staff may add pictures and edit their own; users who may edit the project may edit all. */
export const ProjectImages = ({ project }: { project: Project }) => {
  const { session } = useServices()
  const user = session.user.value
  const open = project.archived_at === null
  return (
    <Images
      on={{ type: 'projects', id: project.id }}
      fetch={false}
      inRow
      mayAdd={open && staff(user)}
      mayEdit={({ user_id }) => open && (can('edit', 'projects')(user) || (staff(user) && user_id === user?.id))}
    />
  )
}
