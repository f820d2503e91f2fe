import { useServices } from '#blocks/services/services.tsx'
import { useMay, useTells } from '#blocks/offered/offered.tsx'
import { css } from '#css/css'
import { projects, type Project } from '../entities.ts'
import { projectTabs } from '../index.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The counts of open items, each linked to its tab if the user has that tab. @useSignals */
export const OpenCounts = ({ project }: { project: Project }) => {
  const { registry, session } = useServices()
  const tabs = new Set(registry.filled(projectTabs, session.user.value, { project_id: project.id }).map(({ to }) => to))
  const tells = useTells()
  const may = useMay()
  const values: Readonly<Record<string, unknown>> = { ...project }
  return (
    <dl className={row}>
      {registry.counts(projects).flatMap(({ name, entity, count: { labels } }) => {
        if (!tells(projects, name) || !may(entity, 'view', { project_id: project.id })) return []
        const value = values[name] === undefined ? '—' : Number(values[name])
        return (
          <div key={name} className={box}>
            <dt className={css({ textStyle: 'caption', color: 'muted' })}>{capital(labels[1])}</dt>
            <dd className={number} data-zero={value === 0 || value === '—' || undefined}>
              {tabs.has(entity.table) ? <a href={`/projects/${project.id}/${entity.table}`}>{value}</a> : value}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const row = css({ stack: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(8rem, 1fr))' })
const box = css({
  padding: '3.5',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: { base: 'xl', sm: 'lg' },
})
const number = css({ textStyle: 'title', '&[data-zero]': { color: 'faint' } })
