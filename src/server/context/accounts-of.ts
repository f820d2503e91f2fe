import type { Id } from '../../core/access/access.ts'
import { BY_HAND } from '../auth/bearers.ts'
import { newPasswordProblems } from '../auth/new-password.ts'
import type { Ctx } from '../ctx.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { findRow, type Asker, type Context } from './context.ts'

/** Turns off a person's app, with an entry in their history. */
async function removeAuthenticator(ctx: Context, person: Id): Promise<boolean> {
  const entity = ctx.catalog.entity('user')
  const row = await findRow(ctx, entity, person)
  if (!row || !(await ctx.services.secondFactors.remove(person, ctx.db))) return false
  const matchedBefore = (await ctx.services.matchListeners(ctx, entity, [row]))(person)
  const action = 'turn_off_authenticator'
  ctx.events.push({ entity, id: person, kind: 'saved', action, changes: {}, matchedBefore })
  return true
}

/** How people sign in, of whoever makes the request. */
export const accountsOf = (
  now: () => Context,
  { session, handOver }: Pick<Asker, 'session' | 'handOver'>,
): Ctx['accounts'] => ({
  async setPassword(person, password) {
    const ctx = now()
    if (ctx.password !== null) throw invalid({ password: ['One password at a time.'] })
    ctx.password = password
    if (ctx.hashed?.password !== password) return
    await ctx.services.accounts.setPasswordHash(person, ctx.hashed.hash, ctx.db)
    await ctx.accounts.note(person, 'password changed')
    ctx.accounts.endSessions(person)
  },
  async demandConfirmed() {
    const { services, user, db } = now()
    if (user.token) throw new Refusal(403, BY_HAND)
    if (session && !(await services.isConfirmed(session, db))) throw new Refusal(423)
  },
  note: (person, event, detail) => now().services.securityEvents.noteChange(now().db, person, event, detail),
  removeAuthenticator: (person) => removeAuthenticator(now(), person),
  reconnect: (person) => void now().afterCommit.push(async () => now().services.reconnect(person)),
  problemsWith: newPasswordProblems,
  async browsers(person) {
    const { services, db } = now()
    return (await services.browsersOf(person, db)).map((one) => ({ ...one, current: one.hash === session }))
  },
  endBrowser: (hash) => void now().afterCommit.push(() => now().services.endSession(hash)),
  endSessions: (person) => void now().afterCommit.push(() => now().services.endSessions(person, session ?? null)),
  mailLink(person, kind) {
    const ctx = now()
    ctx.handsOver = !ctx.services.delivers
    ctx.afterCommit.push(async () => {
      const link = await ctx.services.mailLink(person, kind)
      if (link !== null) handOver?.(link)
    })
  },
})
