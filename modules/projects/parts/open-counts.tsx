import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Project } from '../entities.ts'
import { projectTabs } from '../index.ts'

const counts = [
  { key: 'open_rfis', label: 'Open RFIs', to: 'rfis' },
  { key: 'open_punch_items', label: 'Open punch items', to: 'punch_items' },
  { key: 'open_tasks', label: 'Open tasks', to: 'tasks' },
] as const

/** What is still open, each leading to where it can be closed, as far as that part is there for this person. */
export const OpenCounts = ({ project }: { project: Project }) => {
  const { registry, session } = useServices()
  const there = new Set(registry.filled(projectTabs, session.user.value).map(({ to }) => to))
  return (
    <dl className={row}>
      {counts.map(({ key, label, to }) => (
        <div key={key} className={box}>
          <dt className={css({ textStyle: 'caption', color: 'muted' })}>{label}</dt>
          <dd className={number} data-zero={project[key] === 0 || undefined}>
            {there.has(to) ? <a href={`/projects/${project.id}/${to}`}>{project[key]}</a> : project[key]}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const row = css({ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '3' })
const box = css({
  padding: '3.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: { base: 'xl', sm: 'lg' },
})
const number = css({ textStyle: 'title', '&[data-zero]': { color: 'faint' } })
