import type { Context, Hono } from 'hono'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import { guardOf, parentsOf, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { isObject, type FieldErrors } from '../../core/entity/parse.ts'
import { forUpdate } from '../db/database.ts'
import { alive, condition } from '../db/conditions.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { sql } from 'kysely'
import { readBody } from '../http/body.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { paginate } from '../http/paginator.ts'
import { fillComputed, fillEmbeds } from './computed.ts'
import { historyOf } from './history.ts'
import { once, type Answer } from './idempotency.ts'
import { listRows, readQuery } from './list.ts'
import { present } from './present.ts'
import { removeRow } from './remove.ts'
import { saveRow, type SaveOptions } from './save.ts'
import { passing, ruleFor } from './visibility.ts'
import { readWork, transact } from './transact.ts'
import { findRow, type Asker, type Work, type WorkDeps } from './work.ts'

const MOST_AT_ONCE = 500

export interface RouteDeps extends WorkDeps {
  /** @throws Refusal 401 */
  askerOf(c: Context): Asker
}

/** Ends a transaction that was only tried. */
class DryRun extends Error {
  readonly body: unknown
  constructor(body: unknown) {
    super('dry run')
    this.body = body
  }
}

/** An id from a path; anything that cannot be one names no record. */
function idIn(text: string | undefined): Id {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1) throw new Refusal(404)
  return id
}

/**
 * The generic resource (spec section 7) of one entity, at its endpoint and, when it has one, at its root: list, one,
 * create, store_many, update, delete, history, and the actions and queries it declares.
 */
export function mountResource(app: Hono, deps: RouteDeps, entity: Entity): void {
  const pattern = (path: string) => `/${path.replace(/\{(\w+)\}/g, ':$1{[0-9]+}')}`
  mountAt(app, deps, entity, pattern(entity.endpoint))
  if (entity.root) mountAt(app, deps, entity, pattern(entity.root))
}

function mountAt(app: Hono, deps: RouteDeps, entity: Entity, path: string) {
  const { catalog } = deps
  const serving = catalog.serving(entity)
  const parentNames = parentsOf(entity.endpoint)

  /** The parents a path names, each of which the user must be able to see. */
  async function parentsIn(work: Work, c: Context): Promise<Record<string, Id>> {
    const parents: Record<string, Id> = {}
    for (const name of parentNames) {
      const sent = c.req.param(name)
      if (sent === undefined) continue
      const target = catalog.entity(String((entity.fields as Fields)[name]?.facts.ref?.entity))
      const id = idIn(sent)
      const seen = await passing(work.db, catalog, target, [id], await ruleFor(catalog, target, work.ctx))
      if (!seen.has(id)) throw new Refusal(404)
      parents[name] = id
    }
    return parents
  }

  /** One record among those the user may see below the path's parents. */
  async function rowFor(work: Work, id: Id, parents: Record<string, Id>, lock = sql``): Promise<Row> {
    const rule = await ruleFor(catalog, entity, work.ctx)
    const where = sql`t.id = ${id} and ${alive()} and ${condition(catalog, entity, rule)} and ${condition(catalog, entity, parents)}`
    const [row] = await selectRows(work.db, catalog, entity, {
      where,
      lock: catalog.dialect === 'postgres' ? lock : sql``,
    })
    if (!row) throw new Refusal(404)
    return row
  }

  const told = async (work: Work, row: Row) => {
    await fillComputed(work, entity, [row])
    await fillEmbeds(work, entity, [row])
    return present(entity, row, work.user, { detail: true })
  }
  const demand = (user: CurrentUser, verb: string) => {
    if (!guardOf(entity, verb)(user)) throw new Refusal(403)
  }
  const prepare = async (input: Record<string, unknown>): Promise<SaveOptions['afterwards']> =>
    serving.prepare?.(input, deps)
  const change = <T>(c: Context, task: (work: Work) => Promise<T>) => transact(deps, deps.askerOf(c), task)

  app.get(path, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'view')
    const work = readWork(deps, asker)
    const url = new URL(c.req.url)
    const { rows, paging } = await listRows(work, entity, readQuery(url.searchParams), await parentsIn(work, c))
    const data = rows.map((row) => present(entity, row, user))
    return c.json(paging ? paginate(data, paging, url) : data)
  })

  for (const query of entity.queries)
    app.get(`${path}/${query}`, async (c) => {
      const asker = deps.askerOf(c)
      const { user } = asker
      demand(user, query in entity.access ? query : 'view')
      const work = readWork(deps, asker)
      const parents = await parentsIn(work, c)
      const params = {
        ...Object.fromEntries(new URL(c.req.url).searchParams),
        ...Object.fromEntries(Object.entries(parents).map(([name, id]) => [name, String(id)])),
      }
      return c.json((await serving.queries?.[query]?.(work.ctx, params)) ?? null)
    })

  app.get(`${path}/:id{[0-9]+}`, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'view')
    const work = readWork(deps, asker)
    return c.json(await told(work, await rowFor(work, idIn(c.req.param('id')), await parentsIn(work, c))))
  })

  app.get(`${path}/:id{[0-9]+}/history`, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'view')
    const work = readWork(deps, asker)
    const row = await rowFor(work, idIn(c.req.param('id')), await parentsIn(work, c))
    return c.json(await historyOf(work.db, entity, row.id, user))
  })

  app.post(path, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'create')
    const input = await readBody(c)
    const afterwards = await prepare(input)
    const answer = await change(c, async (work) => {
      const parents = await parentsIn(work, c)
      return once(work, c.req.header('idempotency-key'), `POST ${c.req.path}`, async (): Promise<Answer> => {
        const row = await saveRow(work, entity, { ...input, ...parents }, null, { as: 'client', afterwards })
        return { status: 201, body: await told(work, row) }
      })
    })
    return c.json(answer.body as object, answer.status)
  })

  app.post(`${path}/store_many`, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    const { data } = await readBody(c)
    if (!Array.isArray(data) || !data.every(isObject)) throw invalid({ data: ['Data must be a list of records.'] })
    if (data.length > MOST_AT_ONCE) throw invalid({ data: [`At most ${MOST_AT_ONCE} records can be saved at once.`] })
    if (!data.every((draft) => draft.id)) demand(user, 'create')
    const thens = await Promise.all(data.map(prepare))
    const dry = /^(1|true)$/.test(c.req.query('dry_run') ?? '')
    const answer = await change(c, async (work) => {
      const parents = await parentsIn(work, c)
      return once(work, c.req.header('idempotency-key'), `POST ${c.req.path}`, async (): Promise<Answer> => {
        const rows: Row[] = []
        const errors: FieldErrors = {}
        for (const [at, draft] of data.entries()) {
          try {
            rows.push(await saveOne(work, draft, parents, thens[at]))
          } catch (error) {
            if (!(error instanceof Refusal) || !error.errors) throw error
            for (const [key, messages] of Object.entries(error.errors)) errors[`data.${at}.${key}`] = messages
          }
        }
        if (Object.keys(errors).length) throw invalid(errors)
        await fillComputed(work, entity, rows)
        const body = rows.map((row) => present(entity, row, work.user))
        // Everything was done as in earnest; ending it like this leaves nothing of it.
        if (dry) throw new DryRun(body)
        return { status: 200, body }
      })
    }).catch((end: unknown): Answer => {
      if (end instanceof DryRun) return { status: 200, body: end.body }
      throw end
    })
    return c.json(answer.body as object, answer.status)
  })

  async function saveOne(
    work: Work,
    draft: Record<string, unknown>,
    parents: Record<string, Id>,
    afterwards: SaveOptions['afterwards'],
  ): Promise<Row> {
    if (!draft.id) return saveRow(work, entity, { ...draft, ...parents }, null, { as: 'client', afterwards })
    return updateOne(work, idIn(String(draft.id)), draft, parents, afterwards)
  }

  async function updateOne(
    work: Work,
    id: Id,
    input: Record<string, unknown>,
    parents: Record<string, Id>,
    afterwards: SaveOptions['afterwards'],
  ): Promise<Row> {
    const before = await rowFor(work, id, parents, forUpdate(catalog.dialect))
    demand(work.user, 'edit')
    const { updated_at: seen, ...draft } = input
    if (seen !== undefined && seen !== null && isStale(seen, before))
      throw new Refusal(409, undefined, undefined, { data: await told(work, before) })
    return saveRow(work, entity, { ...draft, ...parents }, before, { as: 'client', afterwards })
  }

  app.on(['PATCH', 'PUT'], `${path}/:id{[0-9]+}`, async (c) => {
    deps.askerOf(c)
    const input = await readBody(c)
    const afterwards = await prepare(input)
    const body = await change(c, async (work) =>
      told(work, await updateOne(work, idIn(c.req.param('id')), input, await parentsIn(work, c), afterwards)),
    )
    return c.json(body)
  })

  app.delete(`${path}/:id{[0-9]+}`, async (c) => {
    await change(c, async (work) => {
      const row = await rowFor(work, idIn(c.req.param('id')), await parentsIn(work, c), forUpdate(catalog.dialect))
      await removeRow(work, entity, row)
    })
    return c.body(null, 204)
  })

  for (const action of entity.actions)
    app.post(`${path}/:id{[0-9]+}/${action}`, async (c) => {
      deps.askerOf(c)
      const input = await readBody(c)
      const body = await change(c, async (work) => {
        const before = await rowFor(work, idIn(c.req.param('id')), await parentsIn(work, c), forUpdate(catalog.dialect))
        demand(work.user, action)
        const answer = await serving.may?.(action as never, { before, draft: input as never }, work.ctx)
        if (answer !== undefined && answer !== true) throw new Refusal(403, answer)
        await fillComputed(work, entity, [before])
        const wanted = await serving.actions?.[action]?.({ ...before }, work.ctx, input)
        const draft = Object.fromEntries(Object.keys(entity.fields as Fields).map((name) => [name, wanted[name]]))
        await saveRow(work, entity, draft, before, { as: 'server', action })
        const after = await findRow(work, entity, before.id)
        if (!after) throw new Refusal(404)
        return told(work, after)
      })
      return c.json(body)
    })

  for (const known of [path, `${path}/store_many`, `${path}/:id{[0-9]+}`])
    app.all(known, () => {
      throw new Refusal(405)
    })
}

/** A writer who saw an older version than the one that stands must look at that one first. */
function isStale(seen: unknown, before: Row): boolean {
  const instant = typeof seen === 'string' ? Date.parse(seen) : Number.NaN
  if (Number.isNaN(instant)) throw invalid({ updated_at: ['Updated at must be a date and time.'] })
  return instant < Date.parse(before.updated_at)
}
