import { sql } from 'kysely'
import type { Hono } from 'hono'
import type { Id } from '../../core/access/access.ts'
import { guardOf, type Entity } from '../../core/entity/entity.ts'
import { UNDO_HOURS, undoOf, type Left } from '../../core/entity/undo.ts'
import type { Asker, Context } from '../context/context.ts'
import { inSavepoint } from '../context/savepoint.ts'
import { createContext } from '../context/create-context.ts'
import { transact } from '../context/transact.ts'
import { isUniqueViolation } from '../db/database.ts'
import { dropFollowing } from '../events/drop-following.ts'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import type { AllServices } from '../services.ts'
import type { Changes } from '../subscription.ts'
import { nameOf, requestedIn } from './requested.ts'
import { uniqueErrors } from './unique.ts'
import { invert, named, type Undoing } from './invert.ts'

const HOUR = 3_600_000
const OVER = 'A change can be undone for a day, which is over.'
const NOT_UNDONE = 'This cannot be undone.'

/** An event of a change that is being undone. */
export interface Undone {
  readonly event: Id
  readonly entity: Entity
  readonly id: Id
  readonly kind: 'saved' | 'deleted'
  readonly action: string
  readonly changes: Changes
  /** Whether the request itself asked for it; what followed is undone with it, without rights of its own. */
  readonly direct: boolean
}

interface Requested {
  readonly id: string
  readonly user: Id | null
  readonly request: string
}

/** The requests that a name stands for, the last one first. @throws Refusal 404 or 422 */
async function requestsOf(
  { database, now }: Pick<AllServices, 'database' | 'now'>,
  column: 'change_id' | 'group_id',
  name: string,
): Promise<Requested[]> {
  const { rows } = await sql<{
    id: string
    user_id: unknown
    request: string
    at: string
  }>`select change_id as id, min(user_id) as user_id, min(request) as request, min(created_at) as at from events where ${sql.ref(column)} = ${name} group by change_id order by max(id) desc`.execute(
    database.kysely,
  )
  const oldest = new Date(now().getTime() - UNDO_HOURS * HOUR).toISOString()
  if (!rows.length) throw new Refusal(404, 'This change is not known.')
  if (rows.some(({ at }) => at < oldest)) throw new Refusal(422, OVER, {})
  return rows.map(({ id, user_id, request }) => ({ id, request, user: user_id === null ? null : Number(user_id) }))
}

/** The events of a request, the last one first; views and counts are none of them. */
async function eventsOf(ctx: Context, { id, request }: Requested): Promise<Undone[]> {
  const [name, verb = ''] = request.split(' ')
  const { rows } = await sql<{
    id: unknown
    subject_type: string
    subject_id: unknown
    kind: 'saved' | 'deleted'
    action: string
    changes: string
  }>`select id, subject_type, subject_id, kind, action, changes from events where change_id = ${id} and action <> '' order by id desc`.execute(
    ctx.db,
  )
  return rows.flatMap((row) => {
    const entity = ctx.catalog.entities.find((one) => one.name === row.subject_type)
    if (!entity) return []
    return {
      event: Number(row.id),
      entity,
      id: Number(row.subject_id),
      kind: row.kind,
      action: row.action,
      changes: JSON.parse(row.changes) as Changes,
      direct: entity.name === name && !entity.collectionActions.includes(verb),
    }
  })
}

/**
 * The entity that a request was about.
 * @throws Refusal 403 unless the user may undo what it asked for, 422 where nobody may
 */
function demandUndoable(
  { catalog, user }: Context,
  requested: Requested,
  events: readonly Undone[],
): Entity | undefined {
  const verb = verbIn(requested)
  const [name] = requested.request.split(' ')
  const entity = catalog.entities.find((one) => one.name === name)
  if (entity && undoOf(entity, verb) === false) throw new Refusal(422, NOT_UNDONE, {})
  if (entity && !guardOf(entity, verb)(user)) throw new Refusal(403)
  if (requested.user === user.id) return entity
  // What others did is undone by those who may edit what it changed.
  if (!events.every(({ entity: changed }) => guardOf(changed, 'edit')(user))) throw new Refusal(403)
  return entity
}

/** The verb or action that a request asked for. */
const verbIn = ({ request }: Requested): string => request.split(' ')[1] ?? ''

/** Undoes one request in the transaction of `ctx`, as far as nobody has built on it since. */
async function undoRequest(ctx: Context, requested: Requested): Promise<Left[]> {
  const events = await eventsOf(ctx, requested)
  const entity = demandUndoable(ctx, requested, events)
  const then = entity && (await ctx.catalog.serving(entity).undoing?.(verbIn(requested), events, ctx))
  const left: Left[] = []
  const withdrawn: Id[] = []
  const deleted = events.filter(({ kind }) => kind === 'deleted').map(({ entity, id }) => named(entity, id))
  const undoing: Undoing = { events, gone: new Set(deleted), lost: new Set() }
  for (let all = events; all.length;) {
    const later: Undone[] = []
    for (const event of all) {
      const name = named(event.entity, event.id)
      const leave = (field: string | null, why: string, by: Id | null = null) => {
        left.push({ entity: event.entity.name, id: event.id, title: '', field, by, why })
        if (event.kind === 'deleted') undoing.lost.add(name)
      }
      let isDone = true
      const failed = await inSavepoint(ctx, async () => {
        isDone = await invert(ctx, event, undoing, leave)
      })
      if (failed) leaveFailed(ctx, failed.error, leave)
      if (!isDone) later.push(event)
      else if (event.kind === 'deleted') undoing.gone.delete(name)
      if (!failed && isDone) withdrawn.push(event.event)
    }
    if (later.length === all.length) throw new Error('Deleted records belong to each other.')
    all = later
  }
  await dropFollowing(ctx, withdrawn)
  await then?.()
  return titled(ctx, left)
}

/** Names what a rule, an index or missing rights have refused. @throws any other error */
function leaveFailed(ctx: Context, error: unknown, leave: (field: string | null, why: string) => void): void {
  const refusal = isUniqueViolation(error) ? uniqueErrors(ctx.catalog, error) : error
  if (!(refusal instanceof Refusal)) throw refusal
  const fields = Object.entries(refusal.errors ?? {})
  for (const [field, [why = refusal.message]] of fields) leave(field, why)
  if (!fields.length) leave(null, refusal.status === 403 && !refusal.message ? 'You may not do that.' : refusal.message)
}

/** What is left, with the titles of records, for those who may see them. */
async function titled(ctx: Context, left: readonly Left[]): Promise<Left[]> {
  const all: Left[] = []
  for (const [name, some] of Map.groupBy(left, ({ entity }) => entity)) {
    const entity = ctx.catalog.entity(name)
    const seen = await ctx.shown(entity, { id: some.map(({ id }) => id) })
    const titles = new Map(seen.map((record) => [record.id, entity.display.title(record)]))
    for (const one of some) all.push({ ...one, title: titles.get(one.id) ?? entity.display.noun })
  }
  return all
}

/** The records that a transaction changed, as the user may read them, and those that are gone. */
async function changedIn(ctx: Context) {
  const saved: Record<string, object[]> = {}
  const deleted: Record<string, Id[]> = {}
  for (const [entity, events] of Map.groupBy(ctx.events, (event) => event.entity)) {
    const ids = [...new Set(events.map(({ id }) => id))]
    const shown = await ctx.shown(entity, { id: ids })
    const there = new Set(shown.map(({ id }) => id))
    if (shown.length) saved[entity.name] = shown
    const gone = ids.filter((id) => !there.has(id))
    if (gone.length) deleted[entity.name] = gone
  }
  return { saved, deleted }
}

/**
 * Mounts `POST /api/undo` (rule undo) with `change`, the name of a request, or `group`, the sender's own name of several.
 * It takes back all that they did, each request in a transaction of its own and the last one first; if one of them may not
 * be undone, none is. The answer names what was left as it is, and the change that it made itself, which can be undone.
 */
export function mountUndo(app: Hono, deps: AllServices): void {
  app.post('/api/undo', async (c) => {
    const asker = deps.askerOf(c)
    const { change, group, confirmed } = await readBody(c)
    const name = typeof group === 'string' ? nameOf(asker.user.id, group) : change
    if (typeof name !== 'string' || !name) throw invalid({ change: ['Change is required'] })
    const own = requestedIn(c, asker.user.id, '')
    const requests = await requestsOf(deps, typeof group === 'string' ? 'group_id' : 'change_id', name)
    const reading = createContext(deps, asker)
    for (const requested of requests) demandUndoable(reading, requested, await eventsOf(reading, requested))
    const answers = []
    for (const [at, requested] of requests.entries()) {
      const id = at ? `${own.id}.${at}` : own.id
      // Done again, it takes the rights of what was asked for first, and what followed that still follows it.
      const change = { id, group: own.id, request: requested.request, undoes: requested.id }
      answers.push(await inOne({ ...deps.askerOf(c, confirmed), change }, requested))
    }
    return c.json({
      undone: name,
      change: own.id,
      left: answers.flatMap(({ left }) => left),
      changed: answers.map(({ saved, deleted }) => ({ saved, deleted })),
    })
  })

  const inOne = (asker: Asker, requested: Requested) =>
    transact(deps, asker, async (ctx) => {
      // The same request, sent again since its answer was lost.
      const { rows } = await sql`select 1 from events where change_id = ${asker.change?.id ?? ''} limit 1`.execute(
        ctx.db,
      )
      const left = rows.length ? [] : await undoRequest(ctx, requested)
      return { left, ...(await changedIn(ctx)) }
    })
}
