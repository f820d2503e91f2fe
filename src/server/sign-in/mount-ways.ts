import type { Hono } from 'hono'
import { readBody } from '../http/body.ts'
import { invalid } from '../http/errors.ts'
import { mountExports } from './exports.ts'
import { mountConfirming } from './mount-confirming.ts'
import { mountMailed } from './mount-mailed.ts'
import { mountOwnWays } from './mount-own.ts'
import { createWays, wrongCode, type WaysDeps } from './ways.ts'

const UNKNOWN = 'This passkey is not known here, or its time is over. Sign in another way.'

/** Mounts the ways to sign in beside a password, and what people set up of them (rule sign-in-ways). */
export function mountWays(app: Hono, deps: WaysDeps): ReturnType<typeof createWays> {
  const { guard, passkeys, report, steps } = deps.services
  const ways = createWays(deps)

  app.post('/two-factor-challenge', async (c) => {
    await ways.takeTry(c)
    const body = await readBody(c)
    const key = c.get('caller').sessionId ?? ''
    const step = await steps.tried('two factor', key)
    if (!step?.user_id) throw invalid({ code: ['The time to enter a code is over. Sign in again.'] })
    const { user } = await ways.openAccount(step.user_id)
    await ways.demandSecondFactor(c, user.id, body)
    if (!(await steps.take('two factor', key))) throw wrongCode()
    await deps.enter(c, user.id, step.secret)
    return c.body(null, 204)
  })

  if (passkeys.offered) {
    app.post('/passkeys/options', async (c) => {
      await ways.takeTry(c)
      // The answer is bound to this id, so a visitor without one gets it first.
      const id = c.get('caller').sessionId ?? (await guard.issueAnonymous(c))
      return c.json(await passkeys.optionsToEnter(id))
    })
    app.post('/passkeys/login', async (c) => {
      await ways.takeTry(c)
      const found = await passkeys.verify(c.get('caller').sessionId, await readBody(c))
      if (!found) {
        report(c, 'sign-in refused: passkey', null)
        throw invalid({ passkey: [UNKNOWN] })
      }
      const { user } = await ways.openAccount(found.user)
      await deps.enter(c, user.id, 'signed in by a passkey')
      return c.body(null, 204)
    })
  }
  mountMailed(app, deps, ways)
  mountConfirming(app, deps, ways)
  mountOwnWays(app, deps, ways)
  mountExports(app, deps.services)
  return ways
}
