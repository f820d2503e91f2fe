import type { Store } from '#core/store/store.ts'
import { isContact, users, type User } from '../../users/entities.ts'
import type { Project } from '../entities.ts'

/** Who is on a project's team, as far as the store knows them, in the team's order. */
export const teamOf = ({ project_users }: Project, store: Store): User[] =>
  project_users.flatMap(({ user_id }) => store.of(users).get(user_id) ?? [])

/** Whom to call about the site: the contact on the team, else its foreman, else whoever can be called. */
export function siteContact(project: Project, store: Store): User | undefined {
  const reachable = teamOf(project, store).filter(({ phone_number, active }) => phone_number && active)
  return reachable.find(isContact) ?? reachable.find(({ role }) => role === 'foreman') ?? reachable[0]
}
