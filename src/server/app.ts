import { sql } from 'kysely'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createAccounts, systemUser } from './auth/accounts.ts'
import { createSigner } from './auth/crypto.ts'
import { createAttempts } from './auth/attempts.ts'
import { createDevices } from './auth/devices.ts'
import { createGuard } from './auth/guard.ts'
import { queueHasher } from './auth/hash-queue.ts'
import { createLinkSender, mountLinkPages } from './auth/link-pages.ts'
import { createLinks } from './auth/links.ts'
import { mountAuth, type Report } from './auth/routes.ts'
import { mountSignIn } from './auth/sign-in.ts'
import { createSessions } from './auth/sessions.ts'
import { createThrottle } from './auth/throttle.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { tidy } from './db/tidy.ts'
import { createOwnTables, syncSchema } from './db/schema.ts'
import { limitBody } from './http/body.ts'
import { answerError, Refusal } from './http/errors.ts'
import { memoryStore } from './files/memory-store.ts'
import { mountUploads } from './files/uploads.ts'
import { securityHeaders } from './http/headers.ts'
import { unroutedRefusal } from './http/methods.ts'
import { createJobs } from './jobs/jobs.ts'
import { createWorker, putDownDaily } from './jobs/worker.ts'
import { socketIdIn } from './live/hub.ts'
import { createLive } from './live/live.ts'
import { openNoRelay } from './live/relay.ts'
import { createCatalog } from './resource/catalog.ts'
import { mountResource } from './resource/routes.ts'
import type { RouteDeps } from './resource/target.ts'
import { readWork, transact } from './resource/transact.ts'
import type { World } from './world.ts'

/** How many passwords one person may set, their own and others'. */
const PASSWORDS_A_MINUTE = 10
const randomHex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The app's secret, made once and kept in the database, so that every process of one database signs alike. */
async function secretOf({ kysely }: Database, random: (bytes: number) => string): Promise<string> {
  await sql`insert into app_settings (name, value) values ('secret', ${random(32)}) on conflict do nothing`.execute(
    kysely,
  )
  const { rows } = await sql<{ value: string }>`select value from app_settings where name = 'secret'`.execute(kysely)
  return String(rows[0]?.value)
}

/**
 * The server: checks the modules' descriptions, makes the tables follow them, and answers the API of spec section 7.
 * @throws when descriptions clash or something declared is served by nobody, naming it.
 */
export async function createApp(world: World) {
  const { database, settings } = world
  const hasher = queueHasher(world.hasher)
  const now = world.now ?? (() => new Date())
  const random = world.random ?? randomHex
  const log = world.log ?? { info: () => {}, error: (error: unknown) => console.error(error) }
  const catalog = createCatalog(database.dialect, world.modules)
  await migrate(database, catalog.doors, log.info)
  await createOwnTables(database)
  await syncSchema(database, catalog.entities, log.info)

  const sign = createSigner(await secretOf(database, random))
  const hearsOthers = () => live.hearsOthers
  const accounts = createAccounts(database, catalog, hearsOthers)
  const sessions = createSessions(database, { now, random, trusted: hearsOthers })
  const links = createLinks(database, now, random)
  const appUrl = settings.appUrl ?? ''
  const mailer = world.mailer ?? { send: () => Promise.reject(new Error('This server sends no mail.')) }
  const sendLink = createLinkSender({ links, mailer, appUrl, companyName: settings.companyName })
  const live = await createLive({
    key: settings.pusherKey,
    sign,
    accounts,
    sessions,
    // What a service is told reaches everyone: the other processes have nothing to add.
    openRelay: world.service ? openNoRelay : (world.openRelay ?? openNoRelay),
    service: world.service,
    database,
    deps: () => deps,
    log: log.error,
  })
  const guard = createGuard({
    accounts,
    sessions,
    sign,
    random,
    cookies: { secure: settings.secureCookies ?? false, domain: settings.cookieDomain },
  })
  const passwords = createThrottle(now)
  const background = new Set<Promise<void>>()
  const deps: RouteDeps = {
    catalog,
    database,
    now,
    appUrl,
    companyName: settings.companyName,
    mails: world.mailer !== undefined,
    kick: () => jobs.kick(),
    witness: live.witness,
    relayWith: live.relayWith,
    publish: live.publish,
    accounts,
    hash(password, by) {
      passwords.take(String(by.id), PASSWORDS_A_MINUTE)
      return hasher.hash(password)
    },
    log: log.error,
    async mailLink(person, kind) {
      try {
        await sendLink(person, kind)
      } catch (error) {
        log.error(error)
        throw new Refusal(422, 'The mail could not be sent. Check the mail settings of the server.')
      }
    },
    async endSessions(user, keep) {
      accounts.forget([user])
      await sessions.endAll(user, keep)
      live.endUser(user, keep)
    },
    askerOf: (c) => ({
      user: guard.userOf(c),
      session: c.get('caller').session,
      socket: socketIdIn(c.req.header('x-socket-id')),
    }),
  }

  const system = systemUser(catalog.areas)
  const jobs = createJobs({
    database,
    now,
    log: log.error,
    run: createWorker({
      mailer,
      doors: catalog.doors,
      run: (task) => transact(deps, { user: system }, ({ ctx }) => task(ctx)),
    }),
  })
  for (const { start } of catalog.doors) if (start) await transact(deps, { user: system }, ({ ctx }) => start(ctx))

  const addressOf = world.addressOf ?? (() => 'here')
  const report: Report = (c, event, user = c.get('caller')?.user?.id ?? null) =>
    log.security?.({ event, user, address: addressOf(c), request: c.get('requestId') })

  const origins = settings.origins ?? []
  const app = new Hono()
  app.onError((error, c) => answerError(error, c, log.error))
  app.notFound((c) => answerError(unroutedRefusal(app, c.req.path), c, log.error))
  // Unlike any other process's, and told apart by a count.
  const run = random(6)
  let requests = 0
  app.use(async (c, next) => {
    const began = performance.now()
    c.set('requestId', run + (++requests).toString(16).padStart(6, '0'))
    c.header('X-Request-Id', c.get('requestId'))
    await next()
    log.request?.({
      id: c.get('requestId'),
      method: c.req.method,
      path: new URL(c.req.url).pathname,
      status: c.res.status,
      ms: Math.round(performance.now() - began),
      user: c.get('caller')?.user?.id ?? null,
      address: addressOf(c),
    })
  })
  app.use(securityHeaders({ https: settings.secureCookies ?? false, outside: settings, shared: origins.length > 0 }))
  app.use(limitBody)
  app.get('/healthz', async (c) => {
    await sql`select 1`.execute(database.kysely)
    return c.json({ ok: true })
  })
  app.get('/api/app', async (c) => {
    const { ctx } = readWork(deps, { user: system })
    const told = await Promise.all(catalog.doors.map((door) => door.about?.(ctx)))
    return c.json({
      company_name: settings.companyName,
      pusher_key: settings.pusherKey,
      live: settings.live ?? null,
      password_reset_url: settings.passwordResetUrl ?? null,
      analytics_url: settings.analyticsUrl ?? null,
      places: settings.places ?? null,
      map_style_url: settings.map?.styleUrl ?? null,
      ...Object.assign({}, ...told),
    })
  })

  const crossOrigin = cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    credentials: true,
    allowHeaders: ['Content-Type', 'Accept', 'X-XSRF-TOKEN', 'X-Socket-Id', 'X-Requested-With', 'Idempotency-Key'],
    allowMethods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'],
    maxAge: 7200,
  })
  for (const path of ['/api/*', '/sanctum/*', '/broadcasting/*', '/login', '/logout']) {
    if (origins.length) app.use(path, crossOrigin)
    app.use(path, guard.middleware)
  }
  const endSession = async (hash: string) => {
    await sessions.end(hash)
    live.endSession(hash)
  }
  const devices = createDevices(database, now)
  const attempts = createAttempts(database, now)
  const signingIn = { database, guard, accounts, sessions, attempts, devices, hasher, now, addressOf }
  mountSignIn(app, { ...signingIn, endSession, report })
  mountAuth(app, {
    guard,
    live,
    channels: new Set(catalog.entities.map(({ channel }) => channel)),
    endSession,
    report,
  })
  mountLinkPages(app, {
    accounts,
    links,
    sessions,
    devices,
    guard,
    hash: deps.hash,
    mailer,
    appUrl,
    companyName: settings.companyName,
    now,
    addressOf,
    endSessions: deps.endSessions,
    background(task) {
      const done = task.catch(log.error).finally(() => background.delete(done))
      background.add(done)
    },
    report,
  })
  const files = world.files ?? memoryStore()
  for (const entity of catalog.entities) {
    if (catalog.serving(entity).uploads) mountUploads(app, deps, entity, files)
    mountResource(app, deps, entity)
  }

  return {
    fetch: app.fetch,
    request: app.request,
    /** Where more is mounted: static files, the first administrator's page. */
    routes: app,
    hub: live.hub,
    accounts,
    sessions,
    guard,
    hasher,
    deps,
    system,
    jobs,
    /** Sees to it that the day's work is put down; to be called every hour. */
    morning: () => putDownDaily(database, now()),
    /** Forgets what has run out; to be called once a day. */
    tidy: () => tidy(database, now()),
    /** Resolves when every change so far has been told to those listening. */
    settled: live.settled,
    async close() {
      await Promise.all(background)
      await jobs.close()
      await live.close()
      await database.close()
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>
