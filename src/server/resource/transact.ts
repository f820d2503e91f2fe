import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '../../core/entity/entity.ts'
import { alive, condition } from '../db/conditions.ts'
import { isUniqueViolation, type Executor } from '../db/database.ts'
import { countRows, selectRows, type Row } from '../db/rows.ts'
import type { Ctx } from '../define-server.ts'
import { Refusal } from '../http/errors.ts'
import type { AnyWhere } from '../where.ts'
import { fillComputed } from './computed.ts'
import { saveRow } from './save.ts'
import { uniqueErrors } from './unique.ts'
import { resolve } from './visibility.ts'
import { findRow, type Change, type Work, type WorkDeps } from './work.ts'

function createCtx(work: () => Work): Ctx {
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
      return countRows(work().db, work().catalog, entity, await where(entity, rule))
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
export function readWork(deps: WorkDeps, user: CurrentUser, db: Executor = deps.database.kysely): Work {
  const work: Work = {
    catalog: deps.catalog,
    db,
    user,
    now: deps.now().toISOString(),
    ctx: createCtx(() => work),
    changes: [],
    witness: deps.witness,
  }
  return work
}

/**
 * Runs `task` in one transaction; what it changed is told to those listening once it is committed.
 * @throws Refusal 422 when a unique index refused what a check had let through (two writers at once).
 */
export async function transact<T>(
  deps: WorkDeps,
  user: CurrentUser,
  task: (work: Work) => Promise<T>,
  except?: string,
): Promise<T> {
  const changes: Change[] = []
  try {
    const result = await deps.database.kysely.transaction().execute(async (db) => {
      const work = readWork(deps, user, db)
      const answer = await task(work)
      changes.push(...work.changes)
      return answer
    })
    if (changes.length) deps.publish(changes, except)
    return result
  } catch (error) {
    if (isUniqueViolation(error)) throw uniqueErrors(deps.catalog, error)
    throw error
  }
}
