import type { Context as HonoContext, Hono } from 'hono'
import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import { parse } from '../../core/entity/parse.ts'
import { alive, condition } from '../db/conditions.ts'
import { forUpdate } from '../db/database.ts'
import { selectRows } from '../db/rows.ts'
import { readBody } from '../http/body.ts'
import { Refusal } from '../http/errors.ts'
import { once, type Answer } from './idempotency.ts'
import { removeRow } from './remove.ts'
import { saveRow } from './save.ts'
import { idIn, type Target } from './target.ts'
import { takeAction } from './take-action.ts'
import { ruleFor } from './visibility.ts'
import type { AllServices } from '../services.ts'
import { findRow, type Context } from '../context/context.ts'
import { actOnMany, storeMany } from './many.ts'
import { keyed, updateOne, type Mount } from './write-one.ts'

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
  if (entity.actions.length) app.post(`${path}/act_many`, (c) => actOnMany(on, c))
  for (const action of entity.actions) app.post(`${one}/${action}`, (c) => act(on, c, action))
}
