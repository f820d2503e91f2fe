import { can, type Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { browserName } from '#lib/browser-name.ts'
import { refuse, sha256, type Ctx } from '#server/define-server.ts'
import type { Device } from '../entities.ts'

/** Whose devices are meant: one's own, or somebody's for an administrator. @throws Refusal 403 */
function personIn(sent: unknown, { user }: Ctx): Id {
  const person = sent === undefined ? user.id : readId(sent)
  if (person === null || (person !== user.id && !can('edit', 'users')(user)))
    refuse('You do not have permission to do that.', {}, 403)
  return person
}

/** Where a person is signed in: `GET /api/users/devices`. */
export async function devices(ctx: Ctx, { user_id }: Readonly<Record<string, string>>): Promise<Device[]> {
  const found = await ctx.accounts.browsers(personIn(user_id, ctx))
  return found.map(({ hash, user_agent, ...one }) => ({
    ...one,
    id: sha256(hash),
    name: user_agent === null ? null : browserName(user_agent),
  }))
}

/** Signs a person out of one `device`, or of all but the one that asks. What programs have by tokens goes on. */
export async function signOutDevices(ctx: Ctx, { user_id, device }: Readonly<Record<string, unknown>>): Promise<[]> {
  const person = personIn(user_id, ctx)
  await ctx.accounts.demandConfirmed()
  if (device === undefined) ctx.accounts.endSessions(person)
  else
    for (const { hash } of await ctx.accounts.browsers(person))
      if (sha256(hash) === device) ctx.accounts.endBrowser(hash)
  return []
}
