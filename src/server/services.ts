import { hexToBytes } from '@noble/hashes/utils.js'
import { sql } from 'kysely'
import { guest, type CurrentUser, type Id } from '../core/access/access.ts'
import { createAccounts, systemUser } from './auth/accounts.ts'
import { createTotals } from './resource/totals.ts'
import { fillHomes } from './resource/homes.ts'
import { buildSums } from './resource/recount.ts'
import { checkRules } from './resource/check-rules.ts'
import { randomHex } from '../lib/random-hex.ts'
import { createSigner } from './auth/crypto.ts'
import { createGuard, type GuardDeps } from './auth/guard.ts'
import { createReader } from './resource/reader.ts'
import { queueHasher } from './auth/hash-queue.ts'
import { createLinkSender } from './auth/link-pages.ts'
import { createLinks } from './auth/links.ts'
import { reporting } from './auth/routes.ts'
import { createBearers, type BearerDeps } from './auth/bearers.ts'
import { createSessions } from './auth/sessions.ts'
import { createTokens } from './auth/tokens.ts'
import { onSessions } from './sign-in/on-sessions.ts'
import { createExportNoter } from './sign-in/exports.ts'
import { openSignIns } from './sign-in/open.ts'
import { createBudgets, type Budget } from './http/budget.ts'
import { askerBy } from './context/asker.ts'
import type { Context, Services } from './context/context.ts'
import { createContext } from './context/create-context.ts'
import { createRecordCache } from './context/record-cache.ts'
import { transact } from './context/transact.ts'
import { startAlone, type Database } from './db/database.ts'
import { prepareTables } from './db/prepare-tables.ts'
import { removeExpired, retentions } from './db/retention.ts'
import { ifThereIsRoom } from './db/trouble.ts'
import type { Environment } from './environment.ts'
import { clearTold } from './events/events.ts'
import type { FileStore } from './files/file-store.ts'
import { portableCrc32 } from './files/crc32.ts'
import { createIncoming } from './files/incoming.ts'
import { memoryStore } from './files/memory-store.ts'
import { createPacking } from './files/pack.ts'
import { removePartialFiles } from './files/partial-files.ts'
import { createAnswer } from './http/answer.ts'
import { createFairTime } from './http/fair-time.ts'
import { createTokenLimits, type TokenLimits } from './http/token-limits.ts'
import { Refusal } from './http/errors.ts'
import { USUAL_TIME } from './jobs/daily.ts'
import { createJobs } from './jobs/jobs.ts'
import { createWorker } from './jobs/worker.ts'
import { createReplyAddresses } from './mail/inbound/reply-address.ts'
import { letterheadOf, withLogo, type Letterhead } from './mail/letterhead.ts'
import { statusOf } from './system/status-of.ts'
import { createLive } from './live/live.ts'
import type { Mailer } from './mail/mailer.ts'
import { noMailer } from './mail/no-mailer.ts'
import { createCatalog } from './resource/catalog.ts'

/** How many passwords one user may set per minute, their own and others'. */
const PASSWORDS: Budget = { name: 'password', size: 10, seconds: 60 }
/** A signature in base64url instead of hex. */
const short = (hex: string) =>
  btoa(String.fromCharCode(...hexToBytes(hex)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** What of the world outside the server may reach, and the secrets that it shares with it. */
const reaching = ({ settings, outgoing }: Environment, sign: (text: string) => string) => ({
  weather: settings.weather,
  sms: settings.sms,
  outgoing,
  secretFor: (name: string) => short(sign(name)),
})

/**
 * A secret of the app, generated once and stored in the database, so that all its processes create the same signatures.
 */
async function secretOf({ kysely }: Database, random: (bytes: number) => string, name = 'secret'): Promise<string> {
  await sql`insert into app_settings (name, value) values (${name}, ${random(32)}) on conflict do nothing`.execute(
    kysely,
  )
  const { rows } = await sql<{ value: string }>`select value from app_settings where name = ${name}`.execute(kysely)
  return String(rows[0]?.value)
}

/**
 * Creates the server's services from its environment: checks the modules' descriptions, updates the tables to match
 * them, and connects accounts, sessions, jobs and live events. `createApp` mounts the routes on top.
 * @throws naming the culprit, when descriptions clash or something declared is not implemented.
 */
export const createServices = (environment: Environment) =>
  startAlone(environment.database, () => openServices(environment))

/**
 * The addresses by which people answer mails; undefined where no answers come in. Answers to mails from before
 * `rotate-secrets` are taken, so they have a secret of their own.
 */
const openAddresses = async ({ database, inbound, previews }: Environment, random: (bytes: number) => string) =>
  inbound && previews && createReplyAddresses(inbound, await secretOf(database, random, 'reply secret'))

/** Logs why a mail could not be sent, and tells the person who asked for it. @throws Refusal 422 */
const unsent = (log: { error(error: unknown): void }) => (error: unknown) => {
  log.error(error)
  throw new Refusal(422, 'The mail could not be sent. Check the mail settings of the server.')
}

/** The jobs of this process, and the uploads and all that expires, which they look after. */
function openWork(
  environment: Environment,
  services: Services,
  {
    store,
    mailer,
    system,
    letterhead,
  }: { store: FileStore; mailer: Mailer; system: CurrentUser; letterhead: () => Promise<Letterhead | null | void> },
) {
  const { catalog, database, accounts, now, log } = services
  const inTransaction = <T>(task: (ctx: Context) => Promise<T>) => transact(services, { user: system }, task)
  const isGuest = async (person: Id) => guest((await accounts.byId([person])).get(person)?.user ?? null)
  const incoming = createIncoming({ database, store, now, log })
  const readersBy = environment.previews?.open({ incoming, inTransaction, log })
  const expiring = retentions(catalog, catalog.serverModules)
  async function prune() {
    await removeExpired(database, expiring, now(), store)
    await clearTold(database.kysely, now())
    await incoming.tidy()
  }
  const jobs = createJobs({
    database,
    now,
    log,
    isSecret: catalog.isSecretJob,
    patient: catalog.patientJobs,
    run: createWorker({
      mailer,
      store,
      catalog,
      inTransaction: (behalf) => (task) => transact(services, { user: system, behalf }, task),
      async readAs(person, task) {
        const account = (await accounts.byId([person])).get(person)
        if (!account?.holdsTokens) return null
        const ctx = createContext(services, { user: account.user })
        return task(ctx, createReader(ctx))
      },
      ...createPacking({ incoming, database, crc32: environment.crc32 ?? portableCrc32, inTransaction }),
      async logo() {
        const head = await letterhead()
        return head ? { bytes: head.content, mime: head.mime } : null
      },
      readersFor: readersBy && (async (person) => readersBy((await isGuest(person)) ? 'guest' : 'staff')),
      directories: environment.directories,
      log,
      backUp: environment.backUp,
      prune,
      removePartialFiles: () => removePartialFiles({ database, store, now, log }),
    }),
  })
  return { incoming, prune, jobs, mailReader: readersBy?.('guest').mails }
}

/** What says of a request who makes it, by a session or by a token. */
function openGuard(
  environment: Environment,
  {
    tokenLimits: limits,
    ...known
  }: Omit<GuardDeps & BearerDeps, 'bearers' | 'cookies' | 'limits' | 'addressOf' | 'report'> & {
    tokenLimits: TokenLimits
  },
) {
  const { secureCookies: secure = false, cookieDomain: domain } = environment.settings
  const bearers = createBearers({ ...known, ...reporting(environment), limits })
  return createGuard({ ...known, bearers, cookies: { secure, domain } })
}

async function openServices(environment: Environment) {
  const { database, settings, service } = environment
  const hasher = queueHasher(environment.hasher)
  const now = environment.now ?? (() => new Date())
  const random = environment.random ?? randomHex
  const log = environment.log ?? { info: () => {}, error: (error: unknown) => console.error(error) }
  const catalog = createCatalog(database.dialect, environment.modules)
  await prepareTables(database, catalog, log.info)

  const sign = createSigner(await secretOf(database, random))
  const addresses = await openAddresses(environment, random)
  const hearsOthers = () => live.hearsOthers
  const accounts = createAccounts(database, catalog, { now, trusted: hearsOthers })
  const totals = createTotals(hearsOthers)
  const records = createRecordCache(hearsOthers)
  const sessions = createSessions(database, { now, random, trusted: hearsOthers })
  const tokens = createTokens(database, catalog, { now, trusted: hearsOthers })
  const tokenLimits = createTokenLimits(database, now, log.error)
  const links = createLinks(database, now, random)
  const appUrl = settings.appUrl ?? ''
  const signIns = openSignIns(environment, {
    now,
    secret: await secretOf(database, random, 'second factors'),
    strictRoles: async () => (await company?.strictRoles(createContext(services, { user: system }))) ?? [],
  })
  const store = environment.files ?? memoryStore()
  const system = systemUser(catalog.areas)
  const { company } = catalog.serverModules.find((module) => module.company) ?? {}
  const logo = async () => (await company?.logo(createContext(services, { user: system }))) ?? null
  const backupTime = async () => (await company?.backupTime(createContext(services, { user: system }))) ?? USUAL_TIME
  const letterheadNow = () => letterheadOf(logo, store).catch((error: unknown) => void log.error(error))
  const mailer = environment.mailer ? withLogo(environment.mailer, letterheadNow) : noMailer
  const sendLink = createLinkSender({ links, mailer, appUrl, companyName: settings.companyName })
  const live = await createLive({
    key: settings.pusherKey,
    sign,
    accounts,
    sessions,
    tokens,
    totals,
    records,
    // A service delivers events to everyone itself, so the processes need not relay them.
    openRelay: service ? undefined : environment.openRelay,
    service,
    database,
    catalog,
    services: () => services,
    log: log.error,
  })
  const budgets = createBudgets(database, now)
  const guard = openGuard(environment, { accounts, sessions, tokens, budgets, tokenLimits, sign, random, ...signIns })
  const services: Services = {
    catalog,
    database,
    now,
    appUrl,
    companyName: settings.companyName,
    ...reaching(environment, sign),
    pusher: environment.openPusher?.(sign, appUrl.startsWith('https:') ? appUrl : 'mailto:plumbline@localhost'),
    mails: environment.mailer !== undefined,
    replyTo: (person, entity, id) => addresses?.of(person, entity, id) ?? null,
    delivers: !mailer.undelivered,
    directories: environment.directories,
    wakeWorker: () => work.jobs.wake(),
    backsUp: environment.backUp !== undefined,
    status: statusOf(environment, {
      catalog,
      connections: () => live.hub.size,
      sendsMail: !mailer.undelivered,
      sendsPush: () => services.pusher !== undefined,
      reachFiles: () => store.reach(),
      appUrl,
      startedAt: now().toISOString(),
    }),
    matchListeners: live.matchListeners,
    publish: live.publish,
    accounts,
    totals,
    records,
    async hash(password, by) {
      await budgets.take(PASSWORDS, by.id)
      return hasher.hash(password)
    },
    log: log.error,
    mailLink: (person, kind) => sendLink(person, kind).catch(unsent(log)),
    ...signIns,
    ...onSessions({ accounts, sessions, live }),
  }
  const work = openWork(environment, services, { store, mailer, system, letterhead: letterheadNow })
  await checkRules(services)
  // What is there can be read, and the next start does what this one has no room for.
  for (const start of [fillHomes, ...catalog.serverModules.flatMap((module) => module.start ?? []), buildSums])
    await ifThereIsRoom(transact(services, { user: system }, start))

  return {
    ...services,
    addresses,
    hasher,
    answer: createAnswer(environment.compress),
    fairTime: createFairTime(database, now, log.error),
    tokenLimits,
    ...reporting(environment),
    random,
    sign,
    /** Whether previews of files of this type are rendered. */
    hasPreview: (mime: string) => environment.previews?.takes(mime) ?? false,
    sessions,
    ...signIns,
    links,
    logo,
    backupTime,
    mailer,
    live,
    guard,
    system,
    ...work,
    askerOf: askerBy(guard, environment),
    noteExport: createExportNoter(environment, guard, signIns),
  }
}
/** All services that routes may use. */
export type AllServices = Awaited<ReturnType<typeof createServices>>
