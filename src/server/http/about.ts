import { sql } from 'kysely'
import type { Hono } from 'hono'
import { createContext } from '../context/create-context.ts'
import type { Logo } from '../define-server.ts'
import type { Environment } from '../environment.ts'
import { sha256 } from '../auth/crypto.ts'
import { tryWriting } from '../db/room.ts'
import { serveFile } from '../files/serve-file.ts'
import { MOST_AT_ONCE } from '../resource/many.ts'
import type { AllServices } from '../services.ts'
import { atMostEvery } from '../system/at-most-every.ts'
import { Refusal } from './errors.ts'
import { LOGO_PATH } from './page.ts'

/**
 * What this server can do beyond the specification, for clients that ask about it: `act_many` takes an action on
 * several records at once, `after` pages lists by the last row's id, `channels` authorizes several live channels in one request, `flat` reads and acts across all parents
 * (`api/punch_items`), `groups` groups the pages of lists and counts their groups, `held` takes reports of changes that a device could not send, `offline` answers all that belongs to
 * a record for use without a connection, `search` finds records of all kinds, `sign_in` knows other ways to sign in than a password and asks again before what is dangerous, `since` lists what changed since a time, `together` answers several reads in one request, and `undo` takes changes back.
 * `sign_in_links` is there where mails are sent, `passkeys` where the public address is known.
 * `texts` is there where text messages are sent; `test_screens` are screens for tests, which no production server has.
 */
const features = [
  'act_many',
  'after',
  'channels',
  'flat',
  'groups',
  'held',
  'offline',
  'search',
  'sign_in',
  'since',
  'together',
  'undo',
] as const

/** A database that takes no more writes may be noticed this much later, in milliseconds. */
const BETWEEN_WRITES = 5000

/** Tells one logo from the next, without its place in the store. */
const versionOf = ({ path }: Logo) => sha256(path).slice(0, 16)

/**
 * Mounts what is public without signing in: the health check, and the company this server belongs to.
 * @returns what reads the company's name, which is that of the configuration while there is no database
 */
export function mountAbout(
  app: Hono,
  services: AllServices,
  settings: Environment['settings'],
  /** Where resumable uploads are taken, if they are. */
  uploads: string | null,
): () => Promise<string> {
  const { catalog, database, logo, mailer, passkeys, system } = services
  async function outcome(check: () => Promise<unknown>) {
    try {
      await check()
      return 'ok'
    } catch (error) {
      services.log(error)
      return 'failed'
    }
  }
  app.get('/healthz', async (c) => {
    await sql`select 1`.execute(database.kysely)
    return c.json({ ok: true, version: settings.version ?? null })
  })
  const writesRows = atMostEvery(BETWEEN_WRITES, () => tryWriting(database, services.now()))
  app.get('/readyz', async (c) => {
    // The tables are upgraded before the first request is served.
    const checks = {
      database: await outcome(async () => {
        await sql`select 1`.execute(database.kysely)
        await writesRows()
      }),
      files: await outcome(() => services.incoming.store.reach()),
    }
    const ready = Object.values(checks).every((one) => one === 'ok')
    return c.json({ ready, checks: { ...checks, migrations: 'ok' } }, ready ? 200 : 503, {
      'Cache-Control': 'no-store',
    })
  })
  /** The company's name, and what modules tell of it. */
  async function facts() {
    const ctx = createContext(services, { user: system })
    const told = await Promise.all(catalog.serverModules.map(({ company }) => company?.facts(ctx)))
    return { company_name: settings.companyName, ...Object.assign({}, ...told) }
  }
  app.get('/api/app', async (c) => {
    const picture = await logo()
    return c.json({
      version: settings.version ?? null,
      features: [
        ...features,
        ...(mailer.undelivered ? [] : ['sign_in_links']),
        ...(passkeys.offered ? ['passkeys'] : []),
        ...(settings.sms ? ['texts'] : []),
        ...(settings.testScreens ? ['test_screens'] : []),
      ],
      pusher_key: settings.pusherKey,
      live: settings.live ?? null,
      store_many: MOST_AT_ONCE,
      uploads,
      push_key: services.pusher?.publicKey ?? null,
      password_reset_url: settings.passwordResetUrl ?? null,
      analytics_url: settings.analyticsUrl ?? null,
      places: settings.places ?? null,
      map_style_url: settings.map?.styleUrl ?? null,
      logo_url: picture && `${LOGO_PATH}?v=${versionOf(picture)}`,
      ...(await facts()),
    })
  })
  app.get(LOGO_PATH, async (c) => {
    const picture = await logo()
    if (!picture) throw new Refusal(404, 'This company has no logo.')
    const version = versionOf(picture)
    // Only the address of this version stays the same picture; the bare one follows the company.
    const lasting = c.req.query('v') === version
    return serveFile(c, services.incoming.store, { ...picture, inline: true, lasting, publicAs: version })
  })
  // The page of the app is there without a database as well, and says then what cannot be reached.
  return async () =>
    facts().then(
      ({ company_name }) => String(company_name),
      () => settings.companyName,
    )
}
