import { can, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { addDays, momentIn } from '#lib/days.ts'
import { between, defineServer, refuse, serve, sha256, type Ctx } from '#server/define-server.ts'
import { todayOf, zoneOf } from '../company/guards.ts'
import { isTeamRole, users } from '../users/entities.ts'
import { accessEnds } from '../users/slots.ts'
import { accessTokens } from './entities.ts'

/** The characters of a secret after its `plb_`, by which scanners of repositories know it. */
const LENGTH = 40
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The days ahead that a token may work at most. */
const MOST_DAYS = 366

/** The secrets that a request made, by their hashes, for its own answer. */
const madeIn = (ctx: Ctx) => ctx.once('secrets of access tokens', () => new Map<string, string>())

/** Bytes that would make some letters likelier than others are left out. */
function secret(): string {
  const even = 256 - (256 % letters.length)
  let text = ''
  while (text.length < LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < even && text.length < LENGTH) text += letters[byte % letters.length]
  return `plb_${text}`
}

/** What the server decides of a new token. */
async function made(expires_on: string, ctx: Ctx, name: string) {
  await ctx.accounts.demandConfirmed()
  await ctx.accounts.note(ctx.user.id, 'access token made', name)
  const plain = secret()
  const token = sha256(plain)
  madeIn(ctx).set(token, plain)
  return { token, ends_at: momentIn(await zoneOf(ctx), addDays(expires_on, 1)), last_used_at: null }
}

async function dateProblems(expires_on: string, ctx: Ctx): Promise<FieldErrors> {
  const today = await todayOf(ctx)
  const fits = expires_on >= today && expires_on <= addDays(today, MOST_DAYS)
  return fits ? {} : { expires_on: ['Expires on must be within a year from today.'] }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Makes an integration, with a role as a person has one, and its first token. */
async function addIntegration(ctx: Ctx, body: Readonly<Record<string, unknown>>) {
  const [name, role, expires_on] = [textIn(body.name), textIn(body.role), textIn(body.expires_on)]
  const problems = {
    ...(await dateProblems(expires_on, ctx)),
    ...(!isTeamRole(role) && { role: ['Role must be one of a team.'] }),
  }
  if (Object.keys(problems).length) refuse('This token cannot be made.', problems)
  const { id: user_id } = await ctx.save(users, { name, role, integration: true, active: false, has_access: false })
  const abilities = Array.isArray(body.abilities) ? body.abilities.map(String) : []
  return [
    await ctx.save(accessTokens, { name, abilities, expires_on, user_id, ...(await made(expires_on, ctx, name)) }),
  ]
}

async function endTokens(person: Id, ctx: Ctx): Promise<void> {
  for (const { id } of await ctx.pick(accessTokens, ['id'], { user_id: person })) await ctx.remove(accessTokens, id)
}

export default defineServer({
  serve: [
    serve(accessTokens, {
      secret: true,
      visible: ({ user }) => can('edit', 'users')(user) || { user_id: user.id },
      // What a token may and until when is decided when it is made: a program has it by then.
      derive: async (draft, before, ctx) =>
        before
          ? { abilities: before.abilities, expires_on: before.expires_on }
          : { user_id: ctx.user.id, ...(await made(String(draft.expires_on), ctx, String(draft.name))) },
      validate: ({ expires_on = '' }, before, ctx) => (before ? {} : dateProblems(expires_on, ctx)),
      collectionActions: { add_integration: addIntegration },
      computed: {
        plain: (tokens, ctx) =>
          tokens.map(({ id, token }) => {
            const plain = madeIn(ctx).get(token)
            return plain === undefined ? null : `${id}|${plain}`
          }),
      },
    }),
  ],
  fills: [accessEnds(endTokens)],
  retention: [
    {
      name: 'Access tokens that have expired',
      entity: accessTokens,
      days: 90,
      expired: (before) => ({ ends_at: between(null, before) }),
    },
  ],
})
