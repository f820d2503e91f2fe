import type { Store } from '#core/store/store.ts'
import { isContact, users, type User } from '../../users/entities.ts'
import type { Project } from '../entities.ts'

/** The members of a project's team that are in the store, in the team's order. */
export const teamOf = ({ project_users }: Project, store: Store): User[] =>
  project_users.flatMap(({ user_id }) => store.of(users).get(user_id) ?? [])

/** The person to call about the site: the contact on the team, else the foreman, else anyone with a phone number. */
export function siteContact(project: Project, store: Store): User | undefined {
  const reachable = teamOf(project, store).filter(({ phone_number, active }) => phone_number && active)
  return reachable.find(isContact) ?? reachable.find(({ role }) => role === 'foreman') ?? reachable[0]
}
