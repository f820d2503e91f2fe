import { attachments } from '../../attachments/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { partOf, type HandoverPart } from '../slots.ts'

/** The kinds of modules that know nothing of packages, since those are built on them. */
export const ownParts: readonly HandoverPart[] = [
  partOf({
    key: 'job',
    label: 'Job',
    order: 0,
    entity: projects,
    where: (id) => ({ id }),
  }),
  partOf({
    key: 'photos',
    label: 'Photos',
    // After those that they belong to.
    order: 800,
    entity: attachments,
    where: (project_id) => ({ project_id, image: true }),
    columns: ['caption', 'taken_at', 'user_id'],
    pdf: false,
  }),
  partOf({
    key: 'people',
    label: 'People',
    order: 700,
    entity: users,
    async where(id, { find }) {
      const project = await find(projects, id)
      return { id: project?.project_users.map(({ user_id }) => user_id) ?? [] }
    },
    columns: ['role', 'phone_number', 'email'],
    pdf: false,
  }),
] as readonly HandoverPart[]
