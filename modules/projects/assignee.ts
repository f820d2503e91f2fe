import type { Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Ctx } from '#server/define-server.ts'
import { isContact, users } from '../users/entities.ts'
import { projects } from './entities.ts'

/**
 * The error of a record that is assigned to someone who left or cannot see its project, or that is private and assigned
 * to a guest. Call it for a new assignment only: earlier ones stay when a person leaves.
 */
export async function assigneeErrors(
  { assigned_id, project_id, isPrivate }: { assigned_id: Id; project_id: Id; isPrivate: boolean },
  ctx: Ctx,
): Promise<FieldErrors> {
  const person = await ctx.find(users, assigned_id)
  if (!person) return {}
  const sees = person.active && (await ctx.whoSees(projects, project_id, [assigned_id])).length > 0
  if (!sees) return { assigned_id: [`${person.name} cannot see this project.`] }
  if (isPrivate && isContact(person))
    return { assigned_id: [`${person.name} is a guest and cannot see private items.`] }
  return {}
}
