import type { Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { read, type Read, type Sight } from '#core/entity/rules.ts'
import { projects } from '../projects/entities.ts'
import { isContact, users, type User } from '../users/entities.ts'

/** An RFI, as far as it is shared. */
interface Shared {
  readonly project_id: Id
  readonly assigned_id: Id | null
  readonly distributions: readonly { readonly user_id: Id }[]
}

/** What a person belongs to: the customer, or the kind of contact. */
const companyOf = ({ customer_name, contact_type_name }: User) => customer_name ?? contact_type_name ?? ''

/** The people that a save adds as assignee or to the distribution, each with the field that names them. */
function addedBy({ assigned_id, distributions = [] }: Partial<Shared>, before: Shared | null): [string, Id][] {
  const known = new Set([before?.assigned_id, ...(before?.distributions.map(({ user_id }) => user_id) ?? [])])
  const named: [string, Id | null | undefined][] = [
    ['assigned_id', assigned_id],
    ...distributions.map(({ user_id }): [string, Id] => ['distributions', user_id]),
  ]
  return named.flatMap(([field, id]): [string, Id][] => (id && !known.has(id) ? [[field, id]] : []))
}

/** What the check needs: the project's customer and team, and the people who are added. */
export function readsSharing(values: Partial<Shared>, before: Shared | null): Read[] {
  const added = addedBy(values, before)
  return added.length
    ? [read(projects, { id: values.project_id ?? 0 }), ...added.map(([, id]) => read(users, { id }))]
    : []
}

/**
 * Checks the guests that a save newly assigns or puts on the distribution, who thereby see the RFI. A guest of another
 * customer must be on the project's team; any other guest who is not is asked about first.
 */
export function checkSharing(draft: Partial<Shared>, before: Shared | null, by: Sight): FieldErrors {
  const added = addedBy(draft, before)
  const project = added.length ? by.one(projects, { id: before?.project_id ?? draft.project_id ?? 0 }) : undefined
  if (!project) return {}
  const team = new Set(project.project_users.map(({ user_id }) => user_id))
  const errors: FieldErrors = {}
  for (const id of new Set(added.map(([, one]) => one))) {
    const person = by.one(users, { id })
    if (!person || !isContact(person) || team.has(id) || person.customer_id === project.customer_id) continue
    const company = companyOf(person)
    if (person.customer_id === null) {
      const message = `${person.name} (${company}) is not on this project’s team. Share this RFI with them?`
      by.warn('outside_project', message)
      continue
    }
    const problem = `${person.name} is a guest of ${company}. Add them to the project’s team first.`
    for (const [field, one] of added) if (one === id) errors[field] = [problem]
  }
  return errors
}
