import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { isContact, users, type User } from '../users/entities.ts'
import type { Rfi, rfis } from './entities.ts'

/** What a person belongs to: the customer, or the kind of contact. */
const companyOf = ({ customer_name, contact_type_name }: User) => customer_name ?? contact_type_name ?? ''

/**
 * Checks the guests that a save newly assigns or puts on the distribution, who thereby see the RFI. A guest of another
 * customer must be on the project's team; any other guest who is not is asked about first.
 */
export async function checkSharing(draft: DraftOf<typeof rfis>, before: Rfi | null, ctx: Ctx): Promise<void> {
  const known = new Set([before?.assigned_id, ...(before?.distributions.map(({ user_id }) => user_id) ?? [])])
  const named: [field: string, id: Id][] = [
    ...(draft.assigned_id ? [['assigned_id', draft.assigned_id] as [string, Id]] : []),
    ...(draft.distributions ?? []).flatMap(({ user_id }): [string, Id][] =>
      user_id ? [['distributions', user_id]] : [],
    ),
  ]
  const added = named.filter(([, id]) => !known.has(id))
  const project_id = before?.project_id ?? draft.project_id
  if (!added.length || !project_id) return
  const project = await ctx.find(projects, project_id)
  if (!project) return
  const team = new Set(project.project_users.map(({ user_id }) => user_id))
  const people = await ctx.all(users, { id: [...new Set(added.map(([, id]) => id))] })
  const outside = people.filter(
    (person) => isContact(person) && !team.has(person.id) && person.customer_id !== project.customer_id,
  )
  const errors: FieldErrors = {}
  for (const person of outside) {
    const company = companyOf(person)
    if (person.customer_id === null) {
      const message = `${person.name} (${company}) is not on this project’s team. Share this RFI with them?`
      ctx.warn('outside_project', message)
      continue
    }
    const problem = `${person.name} is a guest of ${company}. Add them to the project’s team first.`
    for (const [field, id] of added) if (id === person.id) errors[field] = [problem]
  }
  const [first] = Object.values(errors)
  if (first?.[0]) refuse(first[0], errors)
}
