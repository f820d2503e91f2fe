import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { History } from '#blocks/history/history.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useCustomFacts } from '../../custom-fields/index.ts'
import { ProjectDialog } from '../dialogs/project-dialog.tsx'
import { projects, type Project } from '../entities.ts'
import { CustomerName, ProjectPhases, ProjectTeam } from '../parts/names.tsx'
import { OvertimeTag } from '../parts/overtime-tag.tsx'

const list = { href: '/projects', label: 'Projects' }

/** One project (specification section 2). */
export default function ProjectScreen({ params }: ScreenProps<'/projects/:project_id'>) {
  return (
    <Detail entity={projects} id={params.project_id} list={list}>
      {(project) => <ProjectPage project={project} />}
    </Detail>
  )
}

const ProjectPage = ({ project }: { project: Project }) => {
  const { session } = useServices()
  const resource = useResource(projects)
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const user = session.user.value
  const custom = useCustomFacts('projects', project.custom_field_values)
  const close = () => setOpen(null)
  const { name, number, archived_at } = project
  useEffect(() => {
    document.title = `${number} ${name}`
  }, [number, name])
  async function toggleArchived() {
    const result = await resource.act(project.id, archived_at ? 'unarchive' : 'archive')
    if (result.ok) toast.success(archived_at ? 'Project unarchived.' : 'Project archived.')
    else toast.error(messageOf(result) ?? result.message)
  }
  const mayEdit = can('edit', 'projects')(user)
  const mayDelete = can('delete', 'projects')(user)
  const more = [
    ...(mayEdit
      ? [
          {
            label: archived_at ? 'Unarchive' : 'Archive',
            icon: archived_at ? 'archive-restore' : 'archive',
            onSelect: () => void toggleArchived(),
          },
        ]
      : []),
    ...(mayDelete
      ? [{ label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: () => setOpen('delete') }]
      : []),
  ]
  return (
    <Page
      title={name}
      sub={
        can('view', 'customers')(user) ? (
          <a href={`/customers/${project.customer_id}`} className={css({ _hover: { textDecoration: 'underline' } })}>
            <CustomerName project={project} />
          </a>
        ) : (
          <CustomerName project={project} />
        )
      }
      crumbs={<Breadcrumb items={[list, { label: number }]} />}
      actions={
        <>
          {archived_at && <Tag>Archived</Tag>}
          {mayEdit && (
            <Button variant="outline" icon="pencil" onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {more.length > 0 && (
            <Menu
              label="More"
              trigger={
                <Button variant="outline" icon="ellipsis">
                  More
                </Button>
              }
              items={more}
            />
          )}
        </>
      }
    >
      <div className={cards}>
        <Card>
          <Facts
            items={[
              { label: 'Number', value: number },
              { label: 'Customer', value: <CustomerName project={project} /> },
              { label: 'Overtime rule', value: <OvertimeTag rule={project.overtime_rule} /> },
              { label: 'Phases', value: project.project_phases.length > 0 && <ProjectPhases project={project} /> },
              { label: 'Team', value: project.project_users.length > 0 && <ProjectTeam project={project} /> },
              ...custom,
            ]}
          />
        </Card>
        <Card>
          <h2 className={css({ textStyle: 'section' })}>History</h2>
          <History entity={projects} record={project} />
        </Card>
      </div>
      {open === 'edit' && <ProjectDialog record={project} onClose={close} />}
      {open === 'delete' && (
        <DeleteRecord
          entity={projects}
          record={project}
          onClose={close}
          onDeleted={() => navigate(list.href, { replace: true })}
        />
      )}
    </Page>
  )
}

const cards = css({ display: 'grid', gap: '4', maxWidth: '60rem' })
