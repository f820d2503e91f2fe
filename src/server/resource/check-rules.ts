import { permissionsOf, roles, type CurrentUser } from '../../core/access/access.ts'
import type { Services } from '../context/context.ts'
import { createContext } from '../context/create-context.ts'
import { condition } from '../db/conditions.ts'
import { ruleFor } from './visibility.ts'

/** One person of each role, and one guest of each kind; nobody has the id 0. */
const people: readonly Pick<CurrentUser, 'role' | 'customer_id' | 'contact_type_id'>[] = [
  ...roles.map((role) => ({ role, customer_id: null, contact_type_id: null })),
  { role: 'guest', customer_id: 0, contact_type_id: null },
  { role: 'guest', customer_id: null, contact_type_id: 0 },
]

/**
 * Compiles every entity's row rule for each kind of user, without running it.
 * @throws by name, when a rule leads back into its own entity, or names an unknown column or operator
 */
export async function checkRules(services: Services): Promise<void> {
  const { catalog } = services
  for (const person of people) {
    const user = { ...person, id: 0, name: '', email: '', permissions: permissionsOf(person, catalog.areas) }
    const ctx = createContext(services, { user })
    for (const entity of catalog.entities) condition(catalog, entity, await ruleFor(catalog, entity, ctx))
  }
}
