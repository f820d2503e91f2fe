import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createAttempts } from './auth/attempts.ts'
import { createDevices } from './auth/devices.ts'
import { createEnter } from './auth/enter.ts'
import { mountLinkPages } from './auth/link-pages.ts'
import { mountAuth } from './auth/routes.ts'
import { mountShares } from './auth/shares.ts'
import { createCountAttempt, mountSignIn } from './auth/sign-in.ts'
import { transact } from './context/transact.ts'
import type { Environment } from './environment.ts'
import { mountFind } from './find/mount-find.ts'
import { mountFiles, TUS_PATH } from './files/uploads.ts'
import { mountAbout } from './http/about.ts'
import { limitBody, readBody } from './http/body.ts'
import { answerError } from './http/errors.ts'
import { securityHeaders } from './http/headers.ts'
import { unroutedRefusal } from './http/methods.ts'
import { observeRequests } from './http/observe.ts'
import { createOwnForms } from './http/own-forms.ts'
import { createPage } from './http/page.ts'
import type { RouteTools } from './http/route-tools.ts'
import { mountTogether } from './http/together.ts'
import { enqueueDaily } from './jobs/daily.ts'
import { INBOUND_PATH, mountInbound } from './mail/inbound/mount.ts'
import { mountOpenApi } from './openapi/mount-openapi.ts'
import { mountOffline } from './resource/offline.ts'
import { mountResource } from './resource/routes.ts'
import { mountUndo } from './resource/undo.ts'
import { HAND_OVER } from '../lib/one-time-links.ts'
import { createServices } from './services.ts'
import { mountWays } from './sign-in/mount-ways.ts'

const allowHeaders =
  'Authorization Content-Type Accept X-XSRF-TOKEN X-Socket-Id X-Requested-With Idempotency-Key X-Change-Group If-None-Match'.split(
    ' ',
  )
const exposeHeaders = [
  ...'ETag X-Request-Id X-Change-Id Retry-After X-RateLimit-Limit X-RateLimit-Remaining'.split(' '),
  HAND_OVER,
]
const tusAllowed = 'Tus-Resumable Upload-Length Upload-Metadata Upload-Offset'.split(' ')
const tusExposed = 'Location Tus-Resumable Upload-Expires Upload-Length Upload-Offset'.split(' ')

/** Allows front ends on other origins. */
const crossOrigin = (origins: readonly string[]) =>
  cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    credentials: true,
    allowHeaders: [...allowHeaders, ...tusAllowed],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
    exposeHeaders: [...exposeHeaders, ...tusExposed],
    maxAge: 7200,
  })

/** Tasks that go on when their request is answered. */
function createBackground(log: (error: unknown) => void) {
  const tasks = new Set<Promise<void>>()
  return {
    run(task: Promise<void>): void {
      const done = task.catch(log).finally(() => tasks.delete(done))
      tasks.add(done)
    },
    ended: () => Promise.all(tasks),
  }
}

/**
 * Creates the server, which answers the API of rule laravel-wire from the modules' descriptions.
 * @throws naming the culprit, when descriptions clash or something declared is not implemented.
 */
export async function createApp(environment: Environment) {
  const { settings } = environment
  const services = await createServices(environment)
  const { accounts, catalog, database, guard, hasher, jobs, links, live, log, mailer, now, sessions, system } = services
  const { addressOf, endSession, report, securityEvents } = services
  const origins = settings.origins ?? []

  const app = new Hono()
  app.onError((error, c) => answerError(error, c, log))
  app.notFound((c) => answerError(unroutedRefusal(app, c.req.path), c, log))
  observeRequests(app, services.random, { log: environment.log, addressOf })
  app.use(
    securityHeaders({
      https: settings.secureCookies ?? false,
      outside: settings,
      shared: origins.length > 0,
      ...(settings.scriptHashes && { scriptHashes: settings.scriptHashes }),
    }),
  )
  app.use(limitBody(TUS_PATH, INBOUND_PATH))
  if (origins.length) app.use('/api/app/*', crossOrigin(origins))
  const companyNameNow = mountAbout(app, services, settings, environment.openTus ? TUS_PATH : null)
  const signingIn = ['/login/*', '/logout', '/two-factor-challenge', '/passkeys/*', '/user/*']
  for (const path of ['/api/*', '/sanctum/*', '/broadcasting/*', ...signingIn, `${TUS_PATH}/*`]) {
    if (origins.length) app.use(path, crossOrigin(origins))
    app.use(path, guard.middleware)
  }
  for (const path of ['/api/*', `${TUS_PATH}/*`]) app.use(path, services.fairTime.middleware)
  const devices = createDevices(database, now)
  const attempts = createAttempts(database, now)
  const background = createBackground(log)
  const enter = createEnter({ ...services, devices })
  mountAuth(app, {
    guard,
    live,
    channels: new Set(catalog.entities.map(({ channel }) => channel)),
    endSession,
    report,
  })
  const ownForms = createOwnForms(services.appUrl)
  const page = createPage({ companyName: settings.companyName, logo: services.logo })
  const signIns = { database, guard, accounts, attempts, devices, hasher, now, addressOf, report, securityEvents }
  const countAttempt = createCountAttempt(signIns)
  const ways = mountWays(app, { services, enter, attempts, countAttempt, page, ownForms, background: background.run })
  mountSignIn(app, { ...signIns, countAttempt, enterOrAsk: ways.enterOrAsk })
  mountLinkPages(app, {
    database,
    accounts,
    links,
    devices,
    enter,
    securityEvents,
    hash: services.hash,
    mailer,
    appUrl: services.appUrl,
    companyName: settings.companyName,
    page,
    ownForms,
    now,
    addressOf,
    endSessions: services.endSessions,
    background: background.run,
    report,
  })
  const tools: RouteTools = {
    inTransaction: (task) => transact(services, { user: system }, task),
    async userOf(id) {
      const account = (await accounts.byId([id])).get(id)
      return account?.open ? account.user : null
    },
    page,
    readBody,
    ownForms,
    openLink: mountShares(app, services, ownForms),
    describe: mountOpenApi(app, services, { page, environment }),
  }
  for (const { routes } of catalog.serverModules) routes?.(app, tools)
  mountInbound(app, services, environment, report)
  mountFiles(app, services, environment)
  for (const entity of catalog.entities) mountResource(app, services, entity)
  mountOffline(app, services)
  mountFind(app, services)
  mountUndo(app, services)
  mountTogether(app, services)

  return {
    fetch: app.fetch,
    request: app.request,
    /** For mounting further routes: static files, the first administrator's page. */
    routes: app,
    services,
    hub: live.hub,
    accounts,
    sessions,
    guard,
    hasher,
    enter,
    /** Renders a page outside of the app. */
    page,
    ownForms,
    companyNameNow,
    system,
    jobs,
    /** Enqueues the daily jobs that are due, each once per day; call it every few minutes. */
    runDaily: async () => enqueueDaily(database, catalog, now(), await services.backupTime()),
    /** Puts what requests took into the database, their time and the number of those with tokens; call it every second. */
    settleTime: async () => void (await Promise.all([services.fairTime.settle(), services.tokenLimits.settle()])),
    /** Removes what expired, and finishes what crashes left of uploads: at the start, and as a daily job. */
    prune: services.prune,
    /** Resolves when every change so far has been sent to the listeners. */
    settled: live.settled,
    async close() {
      await background.ended()
      await jobs.close()
      await environment.previews?.close()
      await live.close()
      await database.close()
    },
  }
}
export type App = Awaited<ReturnType<typeof createApp>>
