import * as z from 'zod/mini'
import { can, type Id } from '#core/access/access.ts'
import { refuse, same, type Ctx } from '#server/define-server.ts'
import { contactTypes } from '../../contact-types/entities.ts'
import { users } from '../../users/entities.ts'
import { MOST_RECIPIENTS } from '../entities.ts'

/** Somebody of the directory, or whoever has an email address or just a name. */
const recipient = z.union([
  z.object({ user_id: z.int() }),
  z.object({
    email: z.optional(z.pipe(z.string().check(z.trim(), z.toLowerCase()), z.email())),
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(255))),
  }),
])
export const recipients = z
  .array(recipient, { error: 'must be a list of people' })
  .check(z.minLength(1, 'is required'), z.maxLength(MOST_RECIPIENTS))
type Recipient = z.infer<typeof recipient>

const no = (text: string): never => refuse(text, { to: [text] })

/** The type of contacts that are known for a link alone. */
async function otherType(ctx: Ctx): Promise<Id> {
  const [known] = await ctx.pick(contactTypes, ['id'], { name: same('Other') })
  return known?.id ?? (await ctx.save(contactTypes, { name: 'Other' })).id
}

/** Makes the contact that stands for all readers of a poster. It is inactive, so that the directory does not show it. */
export const readerOf = async (name: string, ctx: Ctx): Promise<Id> =>
  (
    await ctx.save(users, {
      name,
      email: null,
      contact_type_id: await otherType(ctx),
      has_access: false,
      active: false,
    })
  ).id

/** A person of the directory; who is not in it yet becomes a contact without access. */
export async function personFor(sent: Recipient, ctx: Ctx): Promise<Id> {
  if ('user_id' in sent) {
    const [person] = await ctx.pick(users, ['id', 'active'], { id: sent.user_id, integration: false })
    return person?.active ? person.id : no('This person is not in the directory any more.')
  }
  const { email, name } = sent
  if (email === undefined && name === undefined) return no('Name a person or an email address.')
  if (email !== undefined) {
    await ctx.alone(`contact ${email}`)
    const [person] = await ctx.pick(users, ['id', 'active', 'name'], { email: same(email) })
    if (person) return person.active ? person.id : no(`${person.name} is deactivated.`)
  }
  if (!can('create', 'contacts')(ctx.user)) return no('Choose a person of the directory.')
  const made = { name: name ?? email ?? '', email: email ?? null, contact_type_id: await otherType(ctx) }
  return (await ctx.save(users, { ...made, has_access: false })).id
}
