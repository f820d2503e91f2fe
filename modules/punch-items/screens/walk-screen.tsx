import { Detail } from '#blocks/detail/detail.tsx'
import { Page } from '#blocks/page/page.tsx'
import { ParentScope } from '#blocks/services/services.tsx'
import type { ScreenProps } from '#core/module/define-module.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { projects } from '../../projects/entities.ts'
import { Walk } from '../parts/walk.tsx'

const list = { href: '/projects', label: 'Projects' }

/** A walk through a project: picture, title, next (rule punch-walk). */
export default function WalkScreen({ params }: ScreenProps<'/projects/:project_id/walk'>) {
  return (
    <Detail entity={projects} id={params.project_id} list={list}>
      {(project) => (
        <Page
          title="Walk"
          sub={`${project.number} ${project.name}`}
          brief
          crumbs={
            <Breadcrumb
              items={[
                { href: `/projects/${project.id}`, label: project.number },
                { href: `/projects/${project.id}/punch_items`, label: 'Punch' },
                { label: 'Walk' },
              ]}
            />
          }
        >
          {project.archived_at ? (
            <EmptyState title={projects.active?.message ?? ''} />
          ) : (
            <ParentScope project_id={project.id}>
              <Walk project={project} />
            </ParentScope>
          )}
        </Page>
      )}
    </Detail>
  )
}
