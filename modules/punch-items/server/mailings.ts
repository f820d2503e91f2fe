import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Ctx } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { punchItems, punchMailings, type PunchMailing } from '../entities.ts'

/** Checks a mailing before it is stored: a PDF, for a person with an address who has open items. */
export async function validateMailing(
  { project_id, assigned_id, mime }: DraftOf<typeof punchMailings>,
  before: PunchMailing | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (before || !project_id || !assigned_id) return {}
  if (mime !== 'application/pdf') return { file: ['File must be a PDF.'] }
  const person = await ctx.find(users, assigned_id)
  if (!person?.email) return { assigned_id: [`${person?.name ?? 'This person'} has no email address.`] }
  const count = await ctx.count(punchItems, { project_id, assigned_id, completed_at: null, closed_at: null })
  return count ? {} : { assigned_id: [`${person.name} has no open punch items on this project.`] }
}

/** Mails the PDF to the person, and stores the address. */
export async function mailItems(mailing: PunchMailing, before: PunchMailing | null, ctx: Ctx): Promise<void> {
  if (before) return
  const { id, project_id, assigned_id } = mailing
  const person = await ctx.find(users, assigned_id)
  if (!person?.email) return
  const project = await ctx.find(projects, project_id)
  const subject = `Your punch items on ${project?.number ?? ''} ${project?.name ?? ''}`
  await ctx.mailFile(punchMailings, mailing, [person.email], subject)
  await ctx.save(punchMailings, { id, address: person.email })
}
