import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { phases } from '../../phases/entities.ts'
import type { Project } from '../entities.ts'

/** The project's phases as coloured bars with their names. @useSignals */
export const PhaseBar = ({ project }: { project: Project }) => {
  const { store } = useServices()
  const known = project.project_phases.flatMap(({ phase_id }) => store.of(phases).get(phase_id) ?? [])
  if (!known.length) return null
  return (
    <section aria-label="Phases">
      <ol className={bar}>
        {known.map(({ id, name, color }) => (
          <li key={id} className={part}>
            <i className={css({ height: '2', borderRadius: 'xs' })} style={{ background: color }} />
            <span className={css({ textStyle: 'note', overflowWrap: 'anywhere' })}>{name}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const bar = css({ flow: '1' })
const part = css({ stack: '1.5', flex: '1 1 5rem', alignContent: 'start' })
