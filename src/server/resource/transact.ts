import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../../core/entity/entity.ts'
import { alive, condition } from '../db/conditions.ts'
import { isDeadlock, isUniqueViolation, type Executor } from '../db/database.ts'
import { countRows, selectRows, type Row } from '../db/rows.ts'
import type { Ctx } from '../define-server.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { AnyWhere } from '../where.ts'
import { fillComputed } from './computed.ts'
import { saveRow } from './save.ts'
import { uniqueErrors } from './unique.ts'
import { present } from './present.ts'
import { resolve, ruleFor } from './visibility.ts'
import { findRow, type Asker, type Hashed, type Work, type WorkDeps } from './work.ts'

function createCtx(
  work: () => Work,
  { accounts, endSessions, mailLink, appUrl, companyName, mails, kick }: WorkDeps,
  session: string | null,
): Ctx {
  const where = async (entity: Entity, rule: AnyWhere = {}) => {
    const { catalog, ctx } = work()
    return sql`${alive()} and ${condition(catalog, entity, await resolve(catalog, rule, ctx))}`
  }
  // Rows are decoded by the description that RecordOf is derived from.
  const typed = async <E extends Entity>(entity: E, rows: Row[]) =>
    (await fillComputed(work(), entity, rows)) as unknown as RecordOf<E>[]
  return {
    get user() {
      return work().user
    },
    get now() {
      return work().now
    },
    async find<E extends Entity>(entity: E, id: Id) {
      const row = await findRow(work(), entity, id)
      return row ? ((await typed(entity, [row]))[0] ?? null) : null
    },
    async all(entity, rule) {
      const { db, catalog } = work()
      return typed(
        entity,
        await selectRows(db, catalog, entity, { where: await where(entity, rule), order: sql` order by t.id` }),
      )
    },
    async count(entity, rule) {
      return countRows(work().db, entity, await where(entity, rule))
    },
    async alone(name) {
      // SQLite has one writer at a time as it is.
      if (work().catalog.dialect === 'postgres')
        await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(work().db)
    },
    after: (task) => void work().after.push(task),
    async setPassword(user, password) {
      const { hashed, db, after } = work()
      if (work().password !== null) throw invalid({ password: ['One password at a time.'] })
      work().password = password
      if (hashed?.password !== password) return
      await accounts.setPasswordHash(user, hashed.hash, db)
      after.push(() => endSessions(user, session))
    },
    endSessions: (user) => endSessions(user, session),
    mailLink,
    async shown(entity, rule = {}) {
      const { db, catalog, user, ctx } = work()
      const seen = condition(catalog, entity, await ruleFor(catalog, entity, ctx))
      const rows = await selectRows(db, catalog, entity, { where: sql`${await where(entity, rule)} and ${seen}` })
      await fillComputed(work(), entity, rows)
      // What is left out for this user is absent; the rest is as the description says.
      return rows.map((row) => present(entity, row, user)) as Partial<RecordOf<typeof entity>>[]
    },
    appUrl,
    companyName,
    async mail(mail, key) {
      if (!mails) return
      const { db, now, after } = work()
      await enqueue(db, now, 'mail', mail, key === undefined ? {} : { key })
      after.push(async () => kick())
    },
    async announce(entity, id, change) {
      const passed = await work().witness(work(), entity, id)
      await change?.()
      work().changes.push({ entity, id, kind: 'saved', passed })
    },
    query: async (statement) => (await statement.execute(work().db)).rows,
    async save<E extends Entity>(entity: E, draft: DraftOf<E>) {
      const { id, ...input } = draft
      const before = id === undefined ? null : await findRow(work(), entity, id)
      if (before === undefined) throw new Refusal(404)
      const [record] = await typed(entity, [await saveRow(work(), entity, input, before, { as: 'server' })])
      if (!record) throw new Error(`The ${entity.name} just saved is gone.`)
      return record
    },
  }
}

/** Work outside a transaction, for reading. */
export function readWork(
  deps: WorkDeps,
  { user, session = null }: Asker,
  db: Executor = deps.database.kysely,
  hashed: Hashed | null = null,
): Work {
  const work: Work = {
    catalog: deps.catalog,
    db,
    user,
    now: deps.now().toISOString(),
    ctx: createCtx(() => work, deps, session),
    changes: [],
    after: [],
    password: null,
    hashed,
    witness: deps.witness,
  }
  return work
}

const MOST_TRIES = 5

/** Two writers may each wait for the other: the database ends one of them, whose turn then comes after. */
async function undisturbed<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || tries === MOST_TRIES) throw error
    }
  }
}

/** Ends a transaction in which all is right, but whose password is not hashed yet. */
class HashNeeded extends Error {
  readonly password: string
  constructor(password: string) {
    super('A password must be hashed.')
    this.password = password
  }
}

/**
 * Runs `task` in one transaction, and once more from its beginning when the database broke it off for another's sake. What it put off runs once that is committed; then those listening are told of what it
 * changed, except the asker's own socket.
 * @throws Refusal 422 when a unique index refused what a check had let through (two writers at once).
 */
export async function transact<T>(
  deps: WorkDeps,
  asker: Asker,
  task: (work: Work) => Promise<T>,
  hashed: Hashed | null = null,
): Promise<T> {
  try {
    const { answer, changes, after } = await undisturbed(() =>
      deps.database.kysely.transaction().execute(async (db) => {
        const work = readWork(deps, asker, db, hashed)
        const answer = await task(work)
        if (work.password !== null && work.password !== hashed?.password) throw new HashNeeded(work.password)
        if (work.changes.length) await deps.relayWith(db, work.changes, asker.socket)
        return { answer, changes: work.changes, after: work.after }
      }),
    )
    if (changes.length) deps.publish(changes, asker.socket)
    for (const put of after) await put()
    return answer
  } catch (error) {
    if (error instanceof HashNeeded && !hashed) {
      const { password } = error
      return transact(deps, asker, task, { password, hash: await deps.hash(password, asker.user) })
    }
    if (isUniqueViolation(error)) throw uniqueErrors(deps.catalog, error)
    throw error
  }
}
