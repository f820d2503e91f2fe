import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { OwnPage } from '#blocks/detail/own-page.tsx'
import { remember } from '#blocks/record-picker/recent.ts'
import { lazyComponent, prefetch } from '#blocks/slot-outlet/lazy-component.ts'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { ScreenProps } from '#core/module/define-module.ts'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { archivedProblem } from '../guards.ts'
import { VISITED } from '#blocks/find/finders.ts'
import { projects, type Project } from '../entities.ts'
import { projectTabs } from '../index.ts'
import { ProjectHead } from '../parts/project-head.tsx'

const list = { href: '/projects', label: 'Projects' }

/** A project's page with its tabs, each at its own URL (rule project-tabs). */
export default function ProjectScreen({ params }: ScreenProps<'/projects/:project_id/*?'>) {
  const { registry, session } = useServices()
  const [tab = '', ...rest] = (params['*'] ?? '').split('/')
  const user = session.user.value
  useEffect(() => {
    // The tab is loaded beside the project. If that fails, the tab says so.
    const current = registry.filled(projectTabs, user, { project_id: params.project_id }).find(({ to }) => to === tab)
    if (current) prefetch(current.screen).catch(() => {})
  }, [registry, user, tab, params.project_id])
  const opened = registry
    .filled(projectTabs, user, { project_id: params.project_id })
    .find(({ to }) => to === tab)?.opens
  const id = Number(rest[0]) || 0
  const elsewhere = (message: ReactNode) =>
    opened && id > 0 ? <OwnPage entity={opened} id={id} otherwise={message} /> : message
  return (
    <Detail entity={projects} id={params.project_id} list={list} missing={elsewhere}>
      {(project) => <ProjectPage project={project} tab={tab} rest={rest.join('/')} />}
    </Detail>
  )
}

const ProjectPage = ({ project, tab, rest }: { project: Project; tab: string; rest: string }) => {
  const { registry, session } = useServices()
  const { id, name, number, archived_at } = project
  const scope = { project_id: id }
  const tabs = registry.filled(projectTabs, session.user.value, scope)
  const current = tabs.find(({ to }) => to === tab)
  useEffect(() => {
    document.title = `${number} ${name}`
  }, [number, name])
  useEffect(() => remember(VISITED, id), [id])
  if (!current && registry.settling(projectTabs, session.user.value, scope)) return <SkeletonRows />
  if (!current) return <Redirect to="/not_found" replace />
  const Screen = lazyComponent(current.screen)
  return (
    <Page title={name} head={<ProjectHead project={project} tab={tab} isInside={rest !== ''} />}>
      {archived_at && (
        <p className={notice} role="status">
          {archivedProblem(project)}
        </p>
      )}
      <Suspense fallback={<SkeletonRows />}>
        <Screen record={project} rest={rest} />
      </Suspense>
    </Page>
  )
}

const notice = css({
  marginBottom: '4',
  paddingInline: '3.5',
  paddingBlock: '2.5',
  background: 'soft',
  color: 'muted',
  borderRadius: 'lg',
  fontWeight: 'strong',
})
