import { Detail } from '#blocks/detail/detail.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { projects, type Project } from '../../projects/entities.ts'
import { folderAccess } from '../entities.ts'
import { AccessPage } from '../parts/access-page.tsx'
import { useFolders } from '../parts/use-folders.ts'

/** Who may do what in the folders of a project. @useSignals */
export default function FolderAccessScreen({ params }: ScreenProps<'/projects/:project_id/documents/folder_access'>) {
  return (
    <Detail entity={projects} id={params.project_id} list={{ href: '/projects', label: 'Projects' }}>
      {(project) => <ProjectAccess project={project} />}
    </Detail>
  )
}

/** @useSignals */
const ProjectAccess = ({ project }: { project: Project }) => {
  const { api } = useServices()
  const all = useFolders(project.id)
  const { items } = useQuery(folderAccess, { across: true, filters: { project_id: project.id } })
  const levels = new Map(all.map(({ id, my_level }) => [id, my_level]))
  return (
    <AccessPage
      crumbs={
        <Breadcrumb
          items={[
            { href: `/projects/${project.id}`, label: project.number },
            { href: `/projects/${project.id}/documents`, label: 'Documents' },
          ]}
        />
      }
      folders={all}
      rules={useRecords(items)}
      mayChange={(folder) => project.archived_at === null && levels.get(folder) === 'edit'}
      save={(changes) =>
        api(folderAccess, { folder_id: changes[0]?.folder ?? 0 }).actOnAll('set', {
          data: changes.map(({ folder, subject: { label: _, ...subject }, level }) => ({
            folder_id: folder,
            ...subject,
            level,
          })),
        })
      }
    />
  )
}
