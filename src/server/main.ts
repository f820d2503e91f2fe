import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { pino, type Logger } from 'pino'
import { createApp, type App } from './app.ts'
import { argon2Hasher } from './auth/argon2.ts'
import { createFirstAdminPath, mountFirstAdmin } from './auth/first-admin.ts'
import { readConfig, type Config, type Mode } from './config.ts'
import type { Database } from './db/database.ts'
import { hasRoom } from './db/room.ts'
import { troubleOf } from './db/trouble.ts'
import { versionOfApp } from './company/version.ts'
import { lastBackupIn } from './company/backup-place.ts'
import { keepPrivate } from './company/private.ts'
import { runBackup } from './company/run-backup.ts'
import { checkFinished } from './company/unfinished.ts'
import type { Environment } from './environment.ts'
import { createTus } from './files/tus.ts'
import { compress } from './http/compress.ts'
import { Refusal } from './http/errors.ts'
import type { Metrics } from './http/metrics.ts'
import { endAfter } from './http/linger.ts'
import { createShutdown } from './http/shutdown.ts'
import { mountStatic, scriptHashesIn } from './http/static.ts'
import { laneStates } from './jobs/job-state.ts'
import { attachSockets } from './live/sockets.ts'
import { folderMailer, smtpMailer } from './mail/mailer.ts'
import { createOutgoing } from './outgoing/post.ts'
import { openWebPush } from './push/web-push.ts'
import { loadModules } from './modules.ts'
import { openDatabase, openDirectories, openFiles } from './open.ts'
import { root } from './root.ts'
import { previewEngine } from './previews/engine.ts'
import { isEmpty, seedSample } from './sample.ts'
import { spaceOf } from './system/disk.ts'

/** How long sockets have to close themselves when the server stops, in milliseconds. */
const GOODBYE = 1000
/**
 * So long an idle connection is kept, in milliseconds: longer than the 60 s of nginx and of balancers in clouds. Node's 5 s
 * end it while a proxy sends the next request on it, which is then answered 502.
 */
const KEEP_ALIVE = 75_000
const FULL = 'The disk is full: what is there can be read, and nothing can be saved until there is room.'
/** How late a daily job may be due, in milliseconds. */
const DUE_EVERY = 5 * 60_000
const say = (line = '') => process.stdout.write(`${line}\n`)

/** Logging is buffered so that requests do not wait for it; a line may appear up to a second late. */
function openLogger({ logLevel }: Config, mode: Mode) {
  const lines = pino.destination({
    dest: mode === 'production' ? 1 : 2,
    sync: false,
    minLength: 4096,
    periodicFlush: 1000,
  })
  const logger = pino({ level: logLevel, base: null }, lines)
  if (mode !== 'production') logger.level = process.env.LOG_LEVEL ?? 'warn'
  return { lines, logger }
}

interface Running {
  readonly mode: Mode
  readonly withFrontEnd: boolean
  readonly config: Config
  readonly logger: Logger
  readonly database: Database
  readonly metrics: Metrics | null
  /** What ended the process before, which this one was started after. */
  readonly after: string | undefined
}

async function settingsOf({ config, mode, withFrontEnd, after }: Running): Promise<Environment['settings']> {
  return {
    version: await versionOfApp(),
    ...(after !== undefined && { startedAgain: { at: new Date().toISOString(), after } }),
    companyName: config.companyName,
    testScreens: mode !== 'production',
    pusherKey: config.pusherKey,
    ...(config.service && { live: config.service.at }),
    origins: config.frontendOrigins,
    ...(withFrontEnd && { scriptHashes: scriptHashesIn(join(root, 'dist')) }),
    secureCookies: config.appUrl.startsWith('https:'),
    cookieDomain: config.sessionDomain,
    appUrl: config.appUrl,
    ...(config.analyticsUrl && { analyticsUrl: config.analyticsUrl }),
    ...(config.places && { places: config.places }),
    ...(config.weather && { weather: config.weather }),
    ...(config.sms && { sms: config.sms }),
    ...(config.mapStyleUrl && { map: { styleUrl: config.mapStyleUrl, origins: config.mapOrigins } }),
    ...(config.s3 && { filesUrl: config.s3.bucket }),
    passwordResetUrl: config.passwordResetUrl ?? `${config.appUrl}/forgot-password`,
  }
}

async function openApp(running: Running) {
  const { config, logger, database, metrics } = running
  const files = openFiles(config)
  for (const lack of (await files.check?.()) ?? []) logger.warn(lack)
  const relayAt = async (url: string) =>
    (await import('./live/postgres-relay.ts')).openPostgresRelay(url, (error) => logger.error(error))
  return createApp({
    modules: await loadModules(),
    database,
    ...(config.databaseUrl && { openRelay: await relayAt(config.databaseUrl) }),
    ...(config.service && { service: (await import('./live/service.ts')).openService(config.service) }),
    hasher: argon2Hasher,
    mailer: config.smtpUrl
      ? smtpMailer(config.smtpUrl, config.mailFrom)
      : folderMailer(join(config.dataDir, 'mail'), config.mailFrom),
    openPusher: openWebPush(),
    outgoing: createOutgoing({ hosts: config.webhookHosts, version: await versionOfApp() }),
    ...(config.inbound && { inbound: config.inbound }),
    files,
    directories: openDirectories(config),
    openTus: createTus,
    crc32,
    compress,
    previews: previewEngine(),
    ...(config.backups && {
      backUp: () => runBackup(logger),
      lastBackup: () => lastBackupIn(config.backups?.folder ?? ''),
    }),
    space: () => spaceOf(config.dataDir),
    settings: await settingsOf(running),
    log: {
      info: (line) => logger.info(line),
      error: (error) => logger.error(error),
      request(line) {
        metrics?.observe(line)
        logger.info(line, 'request')
      },
      security: (event) => logger.warn(event, 'security'),
    },
    // Behind a proxy, the last address in the header is the one the proxy itself saw.
    addressOf: (c) =>
      (config.trustProxy && c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()) ||
      getConnInfo(c).remote.address ||
      'unknown',
  })
}

function mountMetrics(app: App, { config, database, metrics }: Running) {
  if (metrics && config.metricsToken !== undefined)
    metrics.mount(app.routes, config.metricsToken, async () => ({
      lanes: await laneStates(database.kysely, new Date().toISOString()),
      connections: app.hub.size,
      backup: config.backups ? await lastBackupIn(config.backups.folder) : null,
      space: await spaceOf(config.dataDir),
    }))
  else
    app.routes.get('/metrics', () => {
      throw new Refusal(404)
    })
}

/** Says on the console where the app is and who can sign in. */
function greet(
  { config, mode }: Running,
  port: number,
  { roomy, firstAdmin }: { roomy: boolean; firstAdmin: string | null },
) {
  // What started this process then starts it again after a crash (src/supervise.mjs).
  process.send?.('serving')
  const address = mode === 'production' ? config.appUrl : `http://localhost:${port}`
  say(`\n  Plumbline serves ${config.companyName} at ${address}\n`)
  if (mode === 'sample') {
    say(`  Sign in with password ${process.env.DEMO_PASSWORD ? 'from DEMO_PASSWORD' : `"${config.demoPassword}"`} as`)
    for (const who of ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'])
      say(`    ${who}@plumbline.test`)
    say()
  }
  if (!roomy) say(`  ${FULL}\n`)
  if (firstAdmin)
    say(`  There is no administrator yet. Make one within 24 hours, once, at\n    ${address}${firstAdmin}\n`)
}

/** Ends the process in order, at a signal or after an error that nobody handled. */
function stopInOrder(
  server: Server,
  app: App,
  { config, logger }: Running,
  lines: ReturnType<typeof openLogger>['lines'],
) {
  const origins = {
    allowed: new Set([new URL(config.appUrl).origin, ...config.frontendOrigins]),
    refused: (origin: string, host: string | undefined) =>
      logger.warn(
        { origin, host },
        'A page of another origin was refused live events: set APP_URL to it if people open the app there, or add it to FRONTEND_ORIGINS',
      ),
  }
  const closeSockets = config.service ? () => {} : attachSockets(server, app.hub, origins)
  const shutdown = createShutdown(server, {
    first() {
      app.hub.close()
      // Browsers answer the hub's close frame immediately; the others are not waited for.
      setTimeout(closeSockets, GOODBYE).unref()
    },
    brokeOff: (requests) => logger.warn({ requests }, 'Stopping took too long: what was still open is broken off'),
    last: () => app.close(),
    exit(code, error) {
      if (error !== undefined) logger.error(error)
      lines.flushSync()
      process.exit(code)
    },
  })
  process.on('SIGTERM', () => shutdown.stop(0))
  process.on('SIGINT', () => shutdown.stop(0))
  // The state after an unexpected error is unknown: running requests may finish, then a new process takes over.
  const fail = (error: unknown) => {
    logger.fatal(error, 'An error nobody handled: this process finishes what it is doing and ends')
    shutdown.stop(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return shutdown
}

async function start(mode: Mode, withFrontEnd: boolean) {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env, mode)
  const { lines, logger } = openLogger(config, mode)
  for (const open of keepPrivate(config)) logger.warn(open)
  const after = process.env.STARTED_AFTER
  if (after !== undefined) logger.error({ after }, 'Started again after the process before ended by itself')
  const database = await openDatabase(config)
  await checkFinished(database)
  const metrics = config.metricsToken === undefined ? null : (await import('./http/metrics.ts')).createMetrics()
  const running: Running = { mode, withFrontEnd, config, logger, database, metrics, after }
  const app = await openApp(running)
  const seeded = mode === 'sample' && (await isEmpty(app))
  if (seeded) await seedSample(app, config.demoPassword)
  const roomy = await hasRoom(database, new Date())
  if (!roomy) logger.error(FULL)
  if (roomy) await app.prune()
  app.jobs.start()
  if (roomy) await app.runDaily()
  setInterval(() => void app.runDaily().catch((error: unknown) => logger.error(error)), DUE_EVERY).unref()
  setInterval(() => void app.settleTime(), 1000).unref()
  mountFirstAdmin(app.routes, app)
  mountMetrics(app, running)
  // Before the first request is served, because this invalidates older links.
  const firstAdmin = mode === 'sample' ? null : await createFirstAdminPath(app)
  if (withFrontEnd) mountStatic(app.routes, join(root, 'dist'), app.companyNameNow)

  const server = serve(
    {
      fetch: async (request, env) => endAfter(await shutdown.watch(app.fetch(request, env)), env.incoming),
      port: config.port,
      hostname: config.host,
      serverOptions: { keepAliveTimeout: KEEP_ALIVE },
    },
    ({ port }) => greet(running, port, { roomy, firstAdmin }),
  ) as Server
  server.on('error', (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE'
    say(
      `\n  Plumbline cannot start: ${taken ? `port ${config.port} is in use. Stop what uses it, or set PORT to another.` : error.message}\n`,
    )
    process.exit(1)
  })
  const shutdown = stopInOrder(server, app, running, lines)
}

const words = process.argv.slice(2)
const mode: Mode = words.includes('--production') ? 'production' : words.includes('--empty') ? 'empty' : 'sample'
start(mode, !words.includes('--api-only')).catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error)
  const full = troubleOf(error) === 'full' ? 'its disk is full. Make room, and start again.' : why
  say(`\n  Plumbline cannot start: ${full}\n`)
  process.exit(1)
})
