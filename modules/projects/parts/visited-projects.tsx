import { recentIds } from '#blocks/record-picker/recent.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import { projects } from '../entities.ts'

/** The name under which a device keeps the projects visited last. */
export const VISITED = 'visited projects'

/** The projects with a status that were visited last on this device, as links. @useSignals */
export const VisitedProjects = ({ status, onFollow }: { status: 'active' | 'archived'; onFollow: () => void }) => {
  const ids = recentIds(VISITED)
  const known = useRecords(useQuery(projects, { filters: { id: ids, status }, ask: ids.length > 0 }).items)
  const visited = ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
  if (!visited.length) return null
  return (
    <nav aria-label="Visited last">
      <h3 className={css({ textStyle: 'label', color: 'muted', marginBottom: '1' })}>Visited last</h3>
      <ul>
        {visited.map((project) => (
          <li key={project.id}>
            <a href={projects.display.href(project) ?? '/projects'} className={link} onClick={onFollow}>
              <b>{projects.display.title(project)}</b>{' '}
              <span className={css({ color: 'muted' })}>{projects.display.subtitle(project)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const link = css({ display: 'block', paddingBlock: '2', _hover: { background: 'soft' } })
