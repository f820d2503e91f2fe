import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { formatDay } from '#lib/days.ts'
import type { Ctx } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import { logMailings, logRecipients, type LogMailing } from '../entities.ts'

const MOST_ADDRESSES = 50

/** Checks a mailing before it is stored: a PDF, for a project that has someone on its list. */
export async function validateMailing(
  { project_id, mime, from, to }: DraftOf<typeof logMailings>,
  before: LogMailing | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (before) return {}
  if (mime !== 'application/pdf') return { file: ['File must be a PDF.'] }
  if (from && to && from > to) return { to: ['To must not be before from.'] }
  const count = project_id ? await ctx.count(logRecipients, { project_id }) : 0
  if (count > MOST_ADDRESSES)
    return { addresses: [`The list has ${count} addresses. At most ${MOST_ADDRESSES} are mailed at once.`] }
  return count ? {} : { addresses: ['Add someone to the list first.'] }
}

/** Mails the PDF to everyone on the project's list, and stores their addresses. */
export async function mailLogs(mailing: LogMailing, before: LogMailing | null, ctx: Ctx): Promise<void> {
  if (before) return
  const { id, project_id, from, to } = mailing
  const list = await ctx.all(logRecipients, { project_id })
  const project = await ctx.find(projects, project_id)
  const when = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
  const subject = `Daily log of ${project?.number ?? ''} ${project?.name ?? ''}, ${when}`
  const addresses = list.map(({ email }) => email)
  await ctx.mailFile(logMailings, mailing, addresses, subject)
  await ctx.save(logMailings, { id, addresses })
}
