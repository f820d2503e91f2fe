import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../../core/entity/entity.ts'
import type { Slot } from '../slot.ts'
import { condition } from '../db/conditions.ts'
import { takeLock, type Executor } from '../db/database.ts'
import { mailFile } from '../mail/mailings.ts'
import { countRows, selectRows, type Row } from '../db/rows.ts'
import { take, type Budget } from '../http/budget.ts'
import { Refusal } from '../http/errors.ts'
import { fillComputed, fillEmbeds } from '../resource/computed.ts'
import { presenter } from '../resource/present.ts'
import { removeTree } from '../resource/remove.ts'
import { BACKUP_JOB } from '../jobs/daily.ts'
import { SECRET_MAIL } from '../jobs/job-kind.ts'
import { isUnderWay, retryJobs, TEST_MAIL } from '../jobs/job-state.ts'
import { enqueue } from '../jobs/jobs.ts'
import { checkDraft, type CheckedDraft } from '../resource/draft.ts'
import { createChecked, saveRow } from '../resource/save.ts'
import { passing, ruleFor } from '../resource/visibility.ts'
import type { AnyWhere } from '../../core/query/where.ts'
import { accountsOf } from './accounts-of.ts'
import { namingOf } from './naming.ts'
import { askingOf, matching, recordsOf } from './asking.ts'
import { derivingOf } from './deriving.ts'
import { inSavepoint } from './savepoint.ts'
import type { Ctx } from '../ctx.ts'
import { findRow, type Asker, type Context, type Hashed, type Services } from './context.ts'

/** Mails with a private address that one person sends in an hour. */
const SECRET_MAILS: Budget = { name: 'mails with a private address', size: 100, seconds: 3600 }

/** What a context notes and remembers, before anything happened. */
const nothingYet = () =>
  ({
    events: [],
    answered: new Set(),
    jobs: [],
    summands: [],
    warnings: [],
    closing: [],
    answers: new Map(),
    held: new Set(),
    knownRefs: new Map(),
    seen: new Map(),
    parents: new Map(),
    handsOver: false,
    afterCommit: [],
    whenEnded: [],
    password: null,
  }) satisfies Partial<Context>

/** Has a backup made as soon as this is committed, unless one is under way. */
async function backUp({ db, now, services, afterCommit }: Context): Promise<boolean> {
  if (await isUnderWay(db, BACKUP_JOB)) return false
  await enqueue(db, now, [{ kind: BACKUP_JOB, lane: 'heavy', payload: null, key: `${BACKUP_JOB} asked for ${now}` }])
  afterCommit.push(async () => services.wakeWorker())
  return true
}

function queue({ catalog, jobs }: Context, ...[kind, payload, { at, key, person } = {}]: Parameters<Ctx['enqueue']>) {
  const { lane, apart = false } = catalog.jobKind(kind)
  jobs.push({
    kind,
    lane,
    payload,
    at,
    key,
    ...(apart && { user_id: 0 }),
    ...(person !== undefined && { user_id: person }),
  })
}

async function alone(ctx: Context, name: string, parts?: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(parts)].filter((part) => !ctx.held.has(`${name} ${part}`))
  if (parts ? !wanted.length : ctx.held.has(name)) return wanted
  // SQLite needs no lock: it has a single writer at a time anyway.
  if (ctx.catalog.dialect === 'postgres') await takeLock(ctx.db, name, parts && wanted)
  for (const lock of parts ? wanted.map((part) => `${name} ${part}`) : [name]) ctx.held.add(lock)
  return wanted
}

async function shown<E extends Entity>(ctx: Context, entity: E, rule: AnyWhere): Promise<Partial<RecordOf<E>>[]> {
  const { db, catalog, user } = ctx
  const seen = condition(catalog, entity, await ruleFor(catalog, entity, ctx))
  const rows = await selectRows(db, catalog, entity, { where: sql`${await matching(ctx, entity, rule)} and ${seen}` })
  await fillComputed(ctx, entity, rows)
  await fillEmbeds(ctx, entity, rows, { inList: true })
  // `present` only leaves out fields; the ones it keeps have the described types.
  return rows.map(presenter(catalog, entity, user)) as Partial<RecordOf<E>>[]
}

async function whoSees(
  { services, catalog, db }: Context,
  entity: Entity,
  id: Id,
  people: readonly Id[],
): Promise<Id[]> {
  const found = await services.accounts.byId(people, db)
  const seeing: Id[] = []
  for (const person of people) {
    const account = found.get(person)
    if (!account) continue
    const rule = await ruleFor(catalog, entity, createContext(services, { user: account.user }, db))
    if ((await passing(db, catalog, entity, [id], rule)).size) seeing.push(person)
  }
  return seeing
}

async function announce(ctx: Context, entity: Entity, id: Id, change?: () => Promise<void>): Promise<void> {
  // Within one transaction, a second announcement of the same record would carry the same content.
  const known = ctx.events.some((event) => event.id === id && event.entity === entity && event.kind === 'saved')
  const row = known ? undefined : await findRow(ctx, entity, id)
  if (!row) return void (await change?.())
  const matchedBefore = (await ctx.services.matchListeners(ctx, entity, [row]))(id)
  await change?.()
  ctx.events.push({ entity, id, kind: 'saved', action: '', changes: {}, matchedBefore })
}

async function markViewed(ctx: Context, entity: Entity, ids: readonly Id[]): Promise<void> {
  const { db, user } = ctx
  for (const id of ids) {
    // Serialized per record, since two tabs of one user may view it at the same moment.
    await ctx.alone(`views ${entity.name} ${id}`)
    const views = sql`select 1 from views where subject_type = ${entity.name} and subject_id = ${id} and user_id = ${user.id} limit 1`
    if ((await views.execute(db)).rows.length) continue
    await ctx.announce(entity, id, async () => {
      await sql`insert into views (subject_type, subject_id, position, user_id) values (${entity.name}, ${id}, 0, ${user.id})`.execute(
        db,
      )
    })
  }
}

const sees = async (ctx: Context, entity: Entity, id: Id): Promise<boolean> =>
  (await passing(ctx.db, ctx.catalog, entity, [id], await ruleFor(ctx.catalog, entity, ctx))).has(id)

async function save<E extends Entity>(
  ctx: Context,
  entity: E,
  draft: DraftOf<E>,
  as: 'server' | 'user' = 'server',
): Promise<RecordOf<E>> {
  const { id, ...input } = draft
  const before = id === undefined ? null : await findRow(ctx, entity, id)
  if (before === undefined || (before && as === 'user' && !(await sees(ctx, entity, before.id)))) throw new Refusal(404)
  const how = { as: as === 'user' ? 'client' : 'server' } as const
  const [record] = await recordsOf(ctx, entity, [await saveRow(ctx, entity, input, before, how)])
  if (!record) throw new Error(`The ${entity.name} just saved is gone.`)
  return record
}

async function saveAll(ctx: Context, entity: Entity, drafts: readonly DraftOf<Entity>[]) {
  const checked: CheckedDraft[] = []
  for (const draft of drafts)
    checked.push(await checkDraft(ctx, entity, { ...draft }, null, 'server', { byIndex: true }))
  return recordsOf(ctx, entity, await createChecked(ctx, entity, checked))
}
const isList = <T>(value: T | readonly T[]): value is readonly T[] => Array.isArray(value)

/** Creates the context for one asker; it reads what is committed unless given a transaction. */
export function createContext(
  services: Services,
  { user, session = null, confirmed = [], handOver, way, change = null }: Asker,
  db: Executor = services.database.reads,
  hashed: Hashed | null = null,
): Context {
  const { catalog } = services
  const now = services.now().toISOString()

  const where = (entity: Entity, rule?: AnyWhere) => matching(ctx, entity, rule)
  const typed = <E extends Entity>(entity: E, rows: Row[]) => recordsOf(ctx, entity, rows)

  const ctx: Context = {
    services,
    catalog,
    db,
    user,
    now,
    change,
    ...nothingYet(),
    hashed,
    system: {
      weather: services.weather,
      sms: services.sms,
      pusher: services.pusher,
      outgoing: services.outgoing,
      secretFor: services.secretFor,
      entities: catalog.entities,
      status: () => services.status(db, now, way?.() ?? null),
      async retry(ids) {
        ctx.afterCommit.push(async () => services.wakeWorker())
        return retryJobs(db, now, ids)
      },
      sendTest: (body) =>
        ctx.mail({ to: user.email, subject: `Test from ${services.companyName}`, text: body }, TEST_MAIL + now),
      backUp: services.backsUp ? () => backUp(ctx) : undefined,
    },
    appUrl: services.appUrl,
    companyName: services.companyName,
    directories: services.directories && namingOf(services.directories, () => ctx),
    async find<E extends Entity>(entity: E, id: Id) {
      const row = await findRow(ctx, entity, id)
      return row ? ((await typed(entity, [row]))[0] ?? null) : null
    },
    async all(entity, rule) {
      return typed(
        entity,
        await selectRows(db, catalog, entity, { where: await where(entity, rule), order: sql` order by t.id` }),
      )
    },
    async cached<E extends Entity>(entity: E) {
      // Safe because rows are decoded by the same description that RecordOf is derived from.
      return (await services.records.read(ctx, entity)) as unknown as readonly RecordOf<E>[]
    },
    // Safe because a slot only takes values of its type.
    filled: <T>({ slot }: Slot<T>) =>
      catalog.serverModules
        .flatMap(({ fills = [] }) => fills)
        .flatMap((fill) => (fill.slot === slot ? [fill.value as T] : [])),
    ...askingOf(() => ctx),
    ...derivingOf(() => ctx),
    count: async (entity, rule) => countRows(db, entity, await where(entity, rule)),
    query: async (statement) => (await statement.execute(db)).rows,
    alone: (name, parts) => alone(ctx, name, parts),
    once<T>(key: string, ask: () => T): T {
      if (!ctx.answers.has(key)) ctx.answers.set(key, ask())
      // Safe because keys of one name have one type.
      return ctx.answers.get(key) as T
    },
    accounts: accountsOf(() => ctx, { session, handOver }),
    shown: (entity, rule = {}) => shown(ctx, entity, rule),
    whoSees: (entity, id, people) => whoSees(ctx, entity, id, people),
    announce: (entity, id, change) => announce(ctx, entity, id, change),
    markViewed: (entity, ids) => markViewed(ctx, entity, ids),
    async mail(mail, key, about) {
      const answers = about && services.replyTo(about.person, about.entity, about.id)
      const payload = answers ? { ...mail, headers: { ...mail.headers, 'Reply-To': answers } } : mail
      if (mail.secret) await ctx.take(SECRET_MAILS)
      const kind = mail.secret ? SECRET_MAIL : 'mail'
      if (services.mails) ctx.jobs.push({ kind, lane: 'mail', payload, key })
    },
    mailFile: async (...mailing) => mailFile(ctx)(...mailing),
    take: (budget, amount = 1) => take(db, services.now(), budget, user.id, { amount }),
    enqueue: async (...job) => queue(ctx, ...job),
    // Safe because a list of drafts is answered by a list of records, as `Ctx` describes.
    save: ((entity: Entity, drafts: DraftOf<Entity> | readonly DraftOf<Entity>[], as?: 'server' | 'user') =>
      isList(drafts) ? saveAll(ctx, entity, drafts) : save(ctx, entity, drafts, as)) as Ctx['save'],
    async remove(entity, id) {
      const row = await findRow(ctx, entity, id)
      if (row) await removeTree(ctx, entity, row)
    },
    warn(code, message, answers, { needless = false } = {}) {
      const chosen = answers?.find((answer) => confirmed.includes(answer))
      if (chosen === undefined && (answers || !confirmed.includes(code)))
        ctx.warnings.push({ code, message, ...(answers && { answers }), ...(needless && { needless }) })
      return chosen
    },
    async attempt(task) {
      const failed = await inSavepoint(ctx, task)
      if (failed) services.log(failed.error)
      return failed === null
    },
  }
  return ctx
}
