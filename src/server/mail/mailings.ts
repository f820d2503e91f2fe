import type { Context } from '../context/context.ts'
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

export type MailedFile = { readonly id: number } & NonNullable<Mail['files']>[number]

export const mailFile =
  (ctx: Context): Ctx['mailFile'] =>
  async ({ name: kind }, { id, name, mime, path }, to, subject) => {
    await ctx.take(MAILINGS)
    const text = `${subject}\n\nThe file is attached.\n\n${ctx.user.name}\n${ctx.companyName}`
    for (const email of to)
      await ctx.mail({ to: email, subject, text, files: [{ name, mime, path }] }, `${kind} ${id} ${email}`)
  }
