import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { AvatarStack } from '#ui/avatar/avatar.tsx'
import { PhaseStrip } from '#ui/phase-strip/phase-strip.tsx'
import { customers } from '../../customers/entities.ts'
import { phases } from '../../phases/entities.ts'
import { users } from '../../users/entities.ts'
import type { Project } from '../entities.ts'

/** The customer's name. It prefers the customer's record to the project's copy, so that renames show at once. @useSignals */
export const CustomerName = ({ project }: { project: Project }) => {
  const { store } = useServices()
  return <>{store.of(customers).get(project.customer_id)?.name ?? project.customer_name}</>
}

/** The customer's name, which leads there for users who may view customers. @useSignals */
export const CustomerLink = ({ project }: { project: Project }) => {
  const { session } = useServices()
  const name = <CustomerName project={project} />
  return can('view', 'customers')(session.user.value) ? <a href={`/customers/${project.customer_id}`}>{name}</a> : name
}

/** The project's phases in their own colours. @useSignals */
export const ProjectPhases = ({ project }: { project: Project }) => {
  const { store } = useServices()
  const known = project.project_phases.flatMap(({ phase_id }) => store.of(phases).get(phase_id) ?? [])
  return known.length ? <PhaseStrip phases={known} /> : null
}

/** Avatars of the project's team. @useSignals */
export const ProjectTeam = ({ project }: { project: Project }) => {
  const { store } = useServices()
  const names = project.project_users.flatMap(({ user_id }) => store.of(users).get(user_id)?.name ?? [])
  return names.length ? <AvatarStack names={names} /> : null
}
