import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import { UNDO_HOURS, type LastChange } from '../../core/entity/undo.ts'
import type { Context } from '../context/context.ts'
import { condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { ruleFor } from '../resource/visibility.ts'
import { HOLDS_TOLD } from './events.ts'

const HOUR = 3_600_000
/** So many changes are told of; what came before is in the records' histories. */
const MOST = 50

/** A change of one record as it is stored. */
interface Changed {
  readonly change_id: string
  readonly user_id: Id | null
  readonly verb: string
  readonly created_at: string
  readonly undoes: string | null
  readonly subject: Id
}

/**
 * The requests about an entity that can still be undone, newest first: one's own, and for who may edit it those of others
 * whose records they see, deleted ones included (rule undo).
 * @param parents the records that a nested entity is read below
 */
export async function lastChangesOf(
  ctx: Context,
  entity: Entity,
  parents: Readonly<Record<string, Id | string>>,
): Promise<LastChange[]> {
  const all = await changedSince(ctx, entity)
  const seen = await seenOf(ctx, entity, new Set(all.map(({ subject }) => subject)), parents)
  const others = guardOf(entity, 'edit')(ctx.user)
  const undone = new Set<string>()
  const found = [...Map.groupBy(all, ({ change_id }) => change_id).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { change_id, user_id, verb, created_at, undoes } = first
    if (undoes !== null && !undone.has(change_id)) undone.add(undoes)
    if (user_id !== ctx.user.id && !others) return []
    const subjects = new Set(own.map(({ subject }) => subject))
    if (![...subjects].every((id) => seen.has(id))) return []
    return { change_id, user_id, verb, created_at, undoes, undone: undone.has(change_id), subjects }
  })
  const shown = found.slice(0, MOST)
  const single = shown.flatMap(({ subjects }) => (subjects.size === 1 ? [...subjects] : []))
  const records = new Map((await ctx.shown(entity, { id: [...new Set(single)] })).map((one) => [one.id, one]))
  return shown.map(({ subjects, ...change }) => {
    const [id = 0] = subjects
    const record = subjects.size === 1 ? records.get(id) : undefined
    return { ...change, count: subjects.size, title: record ? entity.display.title(record) : null }
  })
}

/** What requests about an entity changed of its records in the time in which that can be undone, the last one first. */
async function changedSince({ db, now }: Context, { name }: Entity): Promise<Changed[]> {
  const oldest = new Date(Date.parse(now) - UNDO_HOURS * HOUR).toISOString()
  // The index of what holds such names is found by the same words.
  const { rows } = await sql<{
    change_id: string
    user_id: unknown
    request: string
    created_at: string
    undoes: string | null
    subject_id: unknown
  }>`select change_id, user_id, request, created_at, undoes, subject_id from events where created_at >= ${oldest} and (${sql.raw(HOLDS_TOLD)}) and change_id is not null and subject_type = ${name} and request like ${`${name} %`} and action <> '' order by id desc`.execute(
    db,
  )
  return rows.map(({ user_id, request, subject_id, ...row }) => ({
    ...row,
    user_id: user_id === null ? null : Number(user_id),
    verb: request.slice(name.length + 1),
    subject: Number(subject_id),
  }))
}

/** Those of these records that the user sees, or would see if they were still there. */
async function seenOf(
  ctx: Context,
  entity: Entity,
  ids: ReadonlySet<Id>,
  parents: Readonly<Record<string, Id | string>>,
) {
  const { catalog, db } = ctx
  const rule = await ruleFor(catalog, entity, ctx)
  const { rows } = await sql<{
    id: unknown
  }>`select t.id from ${sql.table(entity.table)} as t where ${inList(catalog.dialect, sql.ref('t.id'), [...ids])} and ${condition(catalog, entity, parents)} and ${condition(catalog, entity, rule)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => Number(id)))
}
