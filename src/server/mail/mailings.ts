import type { Entity } from '#core/entity/entity.ts'
import type { Ctx } from '../ctx.ts'
import type { Budget } from '../http/budget.ts'
import type { Mail } from './mailer.ts'

/** How often one person may have documents mailed to others. */
export const MAILINGS: Budget = {
  name: 'mailings',
  size: 10,
  seconds: 3600,
  sentence: (seconds) =>
    `You have mailed 10 times in this hour. You can mail again in ${Math.ceil(seconds / 60)} minutes.`,
}

/** Mails the file of a record to each of these people, once, as who is signed in; counts as one mailing. */
export async function mailFile(
  ctx: Ctx,
  { name: kind }: Entity,
  mailing: { readonly id: number } & NonNullable<Mail['files']>[number],
  to: readonly string[],
  subject: string,
): Promise<void> {
  await ctx.take(MAILINGS)
  const { name, mime, path } = mailing
  const text = `${subject}\n\nThe file is attached.\n\n${ctx.user.name}\n${ctx.companyName}`
  for (const email of to)
    await ctx.mail({ to: email, subject, text, files: [{ name, mime, path }] }, `${kind} ${mailing.id} ${email}`)
}
