import type { Context as HonoContext, Hono } from 'hono'
import { sql } from 'kysely'
import { guest, type Id, type Verb } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { readId } from '../../core/entity/id.ts'
import { parse, type FieldErrors } from '../../core/entity/parse.ts'
import { isObject } from '../../lib/is-object.ts'
import { inPieces } from '../files/turns.ts'
import { alive, condition } from '../db/conditions.ts'
import { forUpdate } from '../db/database.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { readBody } from '../http/body.ts'
import { changedBy } from '../events/history.ts'
import { take, type Budget } from '../http/budget.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { fillComputed } from './computed.ts'
import { checkDraft } from './draft.ts'
import { once, type Answer, type Keyed } from './idempotency.ts'
import { present } from './present.ts'
import { removeRow } from './remove.ts'
import { prefetchRefs } from './refs.ts'
import { areIndependent, createChecked, saveRow } from './save.ts'
import { prefetchReads } from './sight.ts'
import { idIn, type Target } from './target.ts'
import { takeAction } from './take-action.ts'
import { ruleFor } from './visibility.ts'
import { createPlaces } from '../places.ts'
import type { AllServices } from '../services.ts'
import { findRow, type Context } from '../context/context.ts'

/**
 * How many records one request may hold, told in GET /api/app. All of them are saved or none, and one transaction holds
 * up all other writers. A guest's request may hold as many as one of staff, since devices of earlier versions send so what
 * waits on them.
 */
export const MOST_AT_ONCE = { guests: 50, staff: 500 } as const
/** How many records a guest may send in a minute through `store_many`. */
const GUEST_RECORDS: Budget = { name: 'guest records', size: MOST_AT_ONCE.staff, seconds: 60 }
/**
 * One request at a time that holds more than a guest's, over all entities, by turns of those who send them: other writers
 * then never wait for more than one.
 */
const inTurn = createPlaces(1)

/** Rolls back the transaction of a dry run, carrying its response out. */
class DryRun extends Error {
  readonly body: unknown
  constructor(body: unknown) {
    super('dry run')
    this.body = body
  }
}

/** Where an entity's changes are taken. */
interface Mount extends Target {
  readonly deps: AllServices
  readonly catalog: AllServices['catalog']
  readonly serving: ReturnType<AllServices['catalog']['serving']>
  readonly entity: Entity
}

const keyed = ({ entity }: Mount, c: HonoContext, input: unknown, verbs: readonly string[]): Keyed => ({
  key: c.req.header('idempotency-key'),
  // PUT and PATCH are equivalent here.
  request: `${c.req.method === 'PUT' ? 'PATCH' : c.req.method} ${c.req.path}`,
  input,
  entity,
  verbs,
})

/** A refusal because the record exists already, by its natural key, with that record if the user may see it. */
async function withExisting(
  { entity, change, parentsIn, catalog, serialize }: Mount,
  c: HonoContext,
  input: Record<string, unknown>,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Refusal) || !entity.natural.some((name) => error.errors?.[name])) throw error
  const existing = await change(c, {}, 'view', async (ctx) => {
    const { values } = parse(entity.fields, { ...input, ...(await parentsIn(ctx, c)) }, { partial: true })
    const key = entity.natural.map((name) => [name, values[name] ?? null])
    if (key.some(([, value]) => value === null)) return undefined
    const rule = await ruleFor(catalog, entity, ctx)
    const where = sql`${alive()} and ${condition(catalog, entity, rule)} and ${condition(catalog, entity, Object.fromEntries(key))}`
    const [row] = await selectRows(ctx.db, catalog, entity, { where })
    return row && serialize(ctx, row)
  })
  throw new Refusal(422, error.message, error.errors, { data: existing })
}

async function saveAll(
  on: Mount,
  ctx: Context,
  data: readonly Record<string, unknown>[],
  parents: Record<string, Id | string>,
): Promise<Row[]> {
  const { entity, serving } = on
  await prefetchRefs(ctx, entity, data.filter(isNew))
  if (!data.every(isNew) || !areIndependent(ctx, entity))
    return eachOf(data, (draft) => saveOne(on, ctx, draft, parents))
  const drafts = data.map((draft) => ({ ...draft, ...parents }))
  await serving.prepare?.(drafts, ctx)
  await prefetchReads(ctx, entity, drafts)
  return createChecked(ctx, entity, await eachOf(drafts, (draft) => checkDraft(ctx, entity, draft, null, 'client')))
}

async function saveOne(
  on: Mount,
  ctx: Context,
  draft: Record<string, unknown>,
  parents: Record<string, Id | string>,
): Promise<Row> {
  if (isNew(draft)) return saveRow(ctx, on.entity, { ...draft, ...parents }, null, { as: 'client' })
  const id = readId(draft.id)
  if (id === null) throw invalid({ id: ['Id is invalid.'] })
  return updateOne(on, ctx, id, draft, parents)
}

async function updateOne(
  { rowFor, catalog, demand, serialize, entity }: Mount,
  ctx: Context,
  id: Id,
  input: Record<string, unknown>,
  parents: Record<string, Id | string>,
): Promise<Row> {
  const before = await rowFor(ctx, id, parents, forUpdate(catalog.dialect))
  demand(ctx.user, 'edit')
  const { updated_at: seen, ...draft } = input
  if (seen !== undefined && seen !== null && isStale(seen, before))
    throw new Refusal(409, undefined, undefined, {
      data: await serialize(ctx, before),
      by: await changedBy(ctx, entity, id),
    })
  return saveRow(ctx, entity, { ...draft, ...parents }, before, { as: 'client' })
}

async function create(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, entity, change, demand, parentsIn, serialize } = on
  demand(deps.askerOf(c).user, 'create')
  const { confirmed, ...input } = await readBody(c)
  const answer = await change(c, { confirmed }, 'create', async (ctx) => {
    const parents = await parentsIn(ctx, c)
    return once(ctx, keyed(on, c, input, ['create']), async (): Promise<Answer> => {
      const row = await saveRow(ctx, entity, { ...input, ...parents }, null, { as: 'client' })
      // What follows a save may have changed the record again.
      const changes = ctx.events.filter((event) => event.entity === entity && event.id === row.id)
      const saved = changes.length > 1 ? await findRow(ctx, entity, row.id) : row
      return { status: 201, body: await serialize(ctx, saved ?? row) }
    })
  }).catch((error: unknown) => withExisting(on, c, input, error))
  return c.json(answer.body as object, answer.status)
}

async function storeMany(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, catalog, entity, change, demand, parentsIn } = on
  const { user } = deps.askerOf(c)
  const { data, confirmed } = await readBody(c)
  if (!Array.isArray(data) || !data.every(isObject)) throw invalid({ data: ['Data must be a list of records.'] })
  if (!data.length) throw invalid({ data: ['Data is required'] })
  if (data.length > MOST_AT_ONCE.staff)
    throw invalid({ data: [`At most ${MOST_AT_ONCE.staff} records can be saved at once.`] })
  if (data.some(isNew)) demand(user, 'create')
  const dry = /^(1|true)$/.test(c.req.query('dry_run') ?? '')
  // By itself, since what a dry run takes in its transaction is given back with all it does.
  if (dry && guest(user)) await take(deps.database.kysely, deps.now(), GUEST_RECORDS, user.id, { amount: data.length })
  const save = () =>
    change(c, { confirmed }, 'edit', async (ctx) => {
      const parents = await parentsIn(ctx, c)
      const verbs: Verb[] = [
        ...(data.some(isNew) ? ['create' as const] : []),
        ...(data.every(isNew) ? [] : ['edit' as const]),
      ]
      return once(ctx, keyed(on, c, data, verbs), async (): Promise<Answer> => {
        if (guest(user) && !dry) await ctx.take(GUEST_RECORDS, data.length)
        const rows = await saveAll(on, ctx, data, parents)
        await fillComputed(ctx, entity, rows)
        for (const { id } of rows) ctx.answered.add(`${entity.name} ${id}`)
        const body = rows.map((row) => present(catalog, entity, row, ctx.user))
        // A dry run does everything a real one does, then throws so that the transaction is rolled back.
        if (dry) throw new DryRun(body)
        return { status: 200, body }
      })
    })
  const isLarge = data.length > MOST_AT_ONCE.guests
  const answer = await (isLarge ? inTurn(save, user.id) : save()).catch((end: unknown): Answer => {
    if (end instanceof DryRun) return { status: 200, body: end.body }
    throw end
  })
  return c.json(answer.body as object, answer.status)
}

async function update(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, change, parentsIn, serialize } = on
  deps.askerOf(c)
  const { confirmed, ...input } = await readBody(c)
  const answer = await change(c, { confirmed }, 'edit', async (ctx) => {
    const parents = await parentsIn(ctx, c)
    return once(ctx, keyed(on, c, input, ['edit']), async (): Promise<Answer> => {
      const row = await updateOne(on, ctx, idIn(c.req.param('id')), input, parents)
      return { status: 200, body: await serialize(ctx, row) }
    })
  })
  return c.json(answer.body as object)
}

async function destroy(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, catalog, entity, change, parentsIn, rowFor } = on
  deps.askerOf(c)
  const body = await readBody(c)
  await change(c, body, 'delete', (ctx) =>
    once(ctx, keyed(on, c, {}, ['delete']), async (): Promise<Answer> => {
      const row = await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c), forUpdate(catalog.dialect))
      await removeRow(ctx, entity, row)
      ctx.answered.add(`${entity.name} ${row.id}`)
      return { status: 200, body: null }
    }),
  )
  return c.body(null, 204)
}

async function actOnAll(on: Mount, c: HonoContext, action: string): Promise<Response> {
  const { deps, serving, entity, change, demand, parentsIn } = on
  demand(deps.askerOf(c).user, action)
  const { confirmed, ...input } = await readBody(c)
  const answer = await change(c, { confirmed }, action, async (ctx) => {
    const parents = await parentsIn(ctx, c)
    return once(ctx, keyed(on, c, input, [action]), async (): Promise<Answer> => {
      const changed = (await serving.collectionActions?.[action]?.(ctx, { ...input, ...parents })) ?? []
      const ids = changed.map(({ id }) => id)
      const shown = ids.length ? await ctx.shown(entity, { id: ids }) : []
      // In the order in which the action names them: a database finds them in any.
      const place = new Map<unknown, number>(ids.map((id, at) => [id, at]))
      const seen = shown.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
      for (const { id } of seen) ctx.answered.add(`${entity.name} ${id}`)
      return { status: 200, body: seen }
    })
  })
  return c.json(answer.body as object)
}

async function act(on: Mount, c: HonoContext, action: string): Promise<Response> {
  const { deps, catalog, entity, change, parentsIn, rowFor, serialize } = on
  deps.askerOf(c)
  const input = await readBody(c)
  const { confirmed: _, ...fields } = input
  const take = async (ctx: Context): Promise<unknown> => {
    const before = await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c), forUpdate(catalog.dialect))
    return serialize(ctx, await takeAction(ctx, entity, action, before, input))
  }
  const { body } = await change(c, input, action, (ctx) =>
    once(ctx, keyed(on, c, fields, [action]), async (): Promise<Answer> => ({ status: 200, body: await take(ctx) })),
  )
  return c.json(body as object)
}

/** Mounts create, store_many, update, delete, and the entity's actions, each in one transaction. */
export function mountWrites(app: Hono, deps: AllServices, entity: Entity, path: string, target: Target): void {
  const { catalog } = deps
  const on: Mount = { ...target, deps, catalog, serving: catalog.serving(entity), entity }
  const one = `${path}/:id{[0-9]+}`
  app.post(path, (c) => create(on, c))
  app.post(`${path}/store_many`, (c) => storeMany(on, c))
  app.on(['PATCH', 'PUT'], one, (c) => update(on, c))
  app.delete(one, (c) => destroy(on, c))
  for (const action of entity.collectionActions) app.post(`${path}/${action}`, (c) => actOnAll(on, c, action))
  for (const action of entity.actions) app.post(`${one}/${action}`, (c) => act(on, c, action))
}

/** Runs `task` for each draft in order. @throws Refusal 422 with the errors of all drafts, by their position */
async function eachOf<D, T>(drafts: readonly D[], task: (draft: D) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  const errors: FieldErrors = {}
  let at = -1
  for await (const draft of inPieces(drafts)) {
    at++
    try {
      results.push(await task(draft))
    } catch (error) {
      if (!(error instanceof Refusal) || !error.errors) throw error
      const found = Object.entries(error.errors)
      for (const [key, messages] of found) errors[`data.${at}.${key}`] = messages
      if (!found.length) errors[`data.${at}`] = [error.message]
    }
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return results
}

/** Drafts without an id are new records. Empty text counts as none, because Laravel's middleware turns it into null. */
const isNew = ({ id }: Record<string, unknown>): boolean => id === undefined || id === null || id === ''

/** Whether the writer last saw an older version than the stored one, and so has to review the newer one first. */
function isStale(seen: unknown, before: Row): boolean {
  const instant = typeof seen === 'string' ? Date.parse(seen) : Number.NaN
  if (Number.isNaN(instant)) throw invalid({ updated_at: ['Updated at must be a date and time.'] })
  return instant < Date.parse(before.updated_at)
}
