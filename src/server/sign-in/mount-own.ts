import type { Context, Hono } from 'hono'
import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import { readId } from '../../core/entity/id.ts'
import { browserName } from '../../lib/browser-name.ts'
import type { Context as Work } from '../context/context.ts'
import { transact } from '../context/transact.ts'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { textIn, wrongCode, type Ways, type WaysDeps } from './ways.ts'

const IS_ON = 'An authenticator app is on already. Turn it off first.'
const NO_PASSKEY = 'This passkey could not be added. Try again.'

/** Mounts what people see and set up of how they sign in: passkeys, an authenticator app and its recovery codes. */
export function mountOwnWays(app: Hono, { services }: WaysDeps, ways: Ways): void {
  const { accounts, addressOf, catalog, database, guard, passkeys, report, secondFactors, securityEvents, system } =
    services
  const note = (c: Context, db: Work['db'], user: Id, event: string, detail?: string) =>
    securityEvents.note(db, c, addressOf(c), user, event, detail)

  /** Changes how the person signs in, which every process and every tab of theirs is told. */
  const change = async <T>(c: Context, user: Id, event: string, task: (ctx: Work) => Promise<T>): Promise<T> => {
    const done = await transact(services, { user: system }, async (ctx) => {
      const result: { value?: T } = {}
      await ctx.announce(catalog.entity('user'), user, async () => void (result.value = await task(ctx)))
      return result
    })
    report(c, event, user)
    accounts.forget([user])
    // Set by the task, without which nothing was announced.
    return done.value as T
  }

  app.get('/user/sign-in-methods', async (c) => {
    const { id } = guard.userOf(c)
    const { rows } = await sql<{
      changed_at: string | null
    }>`select changed_at from credentials where user_id = ${id}`.execute(database.kysely)
    const [authenticator, lately] = await Promise.all([secondFactors.stateOf(id), securityEvents.lately(id)])
    return c.json({
      passkeys: await passkeys.list(id),
      password: rows[0] ?? null,
      authenticator,
      lately,
      mails: !services.mailer.undelivered,
    })
  })

  if (passkeys.offered) mountOwnPasskeys()
  function mountOwnPasskeys() {
    app.post('/user/passkeys/options', async (c) => {
      return c.json(await passkeys.optionsToAdd(await ways.confirmed(c), c.get('caller').sessionId))
    })
    app.post('/user/passkeys', async (c) => {
      const user = await ways.confirmed(c)
      const { name, ...sent } = await readBody(c)
      const called = textIn(name) || browserName(c.req.header('user-agent') ?? '')
      const made = await passkeys.verifyNew(c.get('caller').sessionId, sent)
      const added = await change(c, user.id, 'passkey added', async ({ db }) => {
        const one = made && (await passkeys.add(user.id, made, called, db))
        if (!one) throw invalid({ passkey: [NO_PASSKEY] })
        await note(c, db, user.id, 'passkey added', one.name)
        return one
      })
      return c.json(added, 201)
    })
    app.patch('/user/passkeys/:id', async (c) => {
      const { id } = guard.userOf(c)
      const name = textIn((await readBody(c)).name)
      if (!name) throw invalid({ name: ['Name is required'] })
      if (!(await passkeys.rename(id, readId(c.req.param('id')) ?? 0, name))) throw new Refusal(404)
      return c.body(null, 204)
    })
    app.delete('/user/passkeys/:id', async (c) => {
      const { id } = await ways.confirmed(c)
      await change(c, id, 'passkey removed', async ({ db }) => {
        const name = await passkeys.remove(id, readId(c.req.param('id')) ?? 0, db)
        if (name === null) throw new Refusal(404)
        await note(c, db, id, 'passkey removed', name)
      })
      return c.body(null, 204)
    })
  }

  const demandOn = async ({ id }: CurrentUser) => {
    if (!(await secondFactors.stateOf(id))) throw new Refusal(404, 'No authenticator app is on.')
  }
  app.post('/user/two-factor-authentication', async (c) => {
    const { id, email } = await ways.confirmed(c)
    const begun = await secondFactors.begin(id, email)
    if (!begun) throw new Refusal(409, IS_ON)
    return c.json(begun)
  })
  app.post('/user/confirmed-two-factor-authentication', async (c) => {
    const { id } = await ways.confirmed(c)
    const code = textIn((await readBody(c)).code)
    const step = await secondFactors.stepOf(id, code)
    const codes = await change(c, id, 'authenticator app turned on', async ({ db }) => {
      const made = step === null ? null : await secondFactors.confirm(id, step, db)
      if (!made) throw wrongCode()
      await note(c, db, id, 'authenticator app turned on')
      return made
    })
    return c.json({ recovery_codes: codes })
  })
  app.delete('/user/two-factor-authentication', async (c) => {
    const user = await ways.confirmed(c)
    await demandOn(user)
    await change(c, user.id, 'authenticator app turned off', async ({ db }) => {
      await secondFactors.remove(user.id, db)
      await note(c, db, user.id, 'authenticator app turned off')
    })
    return c.body(null, 204)
  })
  app.get('/user/two-factor-recovery-codes', async (c) => {
    const { codes_left = 0 } = (await secondFactors.stateOf(guard.userOf(c).id)) ?? {}
    return c.json({ codes_left })
  })
  app.post('/user/two-factor-recovery-codes', async (c) => {
    const user = await ways.confirmed(c)
    await demandOn(user)
    const recovery_codes = await secondFactors.newCodes(user.id, database.kysely)
    report(c, 'recovery codes made', user.id)
    await note(c, database.kysely, user.id, 'recovery codes made')
    return c.json({ recovery_codes })
  })
}
