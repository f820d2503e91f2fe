import type { Context as HonoContext } from 'hono'
import { guest, type Id, type Verb } from '../../core/access/access.ts'
import { parse, type FieldErrors } from '../../core/entity/parse.ts'
import { isObject } from '../../lib/is-object.ts'
import { inPieces } from '../files/turns.ts'
import { forUpdate } from '../db/database.ts'
import type { Row } from '../db/rows.ts'
import { readBody } from '../http/body.ts'
import { take, type Budget } from '../http/budget.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { fillComputed } from './computed.ts'
import { checkDraft } from './draft.ts'
import { once, type Answer } from './idempotency.ts'
import { present } from './present.ts'
import { prefetchRefs } from './refs.ts'
import { areIndependent, createChecked } from './save.ts'
import { readFor } from './sight.ts'
import { takeAction } from './take-action.ts'
import { createPlaces } from '../places.ts'
import type { Context } from '../context/context.ts'
import { isNew, keyed, saveOne, sentId, type Mount } from './write-one.ts'

/**
 * How many records one request may hold, told in GET /api/app. All of them are saved or none, and one transaction holds
 * up all other writers. A guest's request may hold as many as one of staff, since devices of earlier versions send so what
 * waits on them.
 */
export const MOST_AT_ONCE = { guests: 50, staff: 500 } as const
/** How many records a guest may send in a minute through `store_many` and `act_many`. */
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

export async function storeMany(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, change, demand, parentsIn } = on
  const { user } = deps.askerOf(c)
  const { data: sent, confirmed } = await readBody(c)
  const data = recordsIn(sent)
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
        const body = await listed(on, ctx, rows)
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

async function saveAll(
  on: Mount,
  ctx: Context,
  data: readonly Record<string, unknown>[],
  parents: Record<string, Id | string>,
): Promise<Row[]> {
  const { entity, serving } = on
  await prefetchRefs(ctx, entity, data.filter(isNew))
  const drafts = data.map((draft) => ({ ...draft, ...parents }))
  if (!data.every(isNew) || !areIndependent(ctx, entity, drafts))
    return eachOf(data, (draft) => saveOne(on, ctx, draft, parents))
  const values = drafts.map((draft) => parse(entity.fields, draft, { partial: true }).values)
  if (typeof serving.together === 'function') await serving.together(values, ctx)
  await readFor(
    ctx,
    entity,
    values.map((each) => ({ values: each, before: null })),
  )
  return createChecked(ctx, entity, await eachOf(drafts, (draft) => checkDraft(ctx, entity, draft, null, 'client')))
}

/**
 * Takes one action on several records, all or nothing: `{ action, data: [{ id, …fields }] }`. Errors are named by the
 * position of their record (`data.0.reason`).
 */
export async function actOnMany(on: Mount, c: HonoContext): Promise<Response> {
  const { deps, catalog, entity, change, parentsIn, rowFor } = on
  const { user } = deps.askerOf(c)
  const { action, data, confirmed } = await readBody(c)
  const step = entity.actions.find((name) => name === action)
  if (step === undefined) throw invalid({ action: ['Action is invalid.'] })
  const records = recordsIn(data)
  const take = () =>
    change(c, { confirmed }, step, async (ctx) => {
      const parents = await parentsIn(ctx, c)
      return once(ctx, keyed(on, c, { action, data: records }, [step]), async (): Promise<Answer> => {
        if (guest(user)) await ctx.take(GUEST_RECORDS, records.length)
        const rows = await eachOf(records, async (sent) => {
          const before = await rowFor(ctx, sentId(sent), parents, forUpdate(catalog.dialect))
          const { id: _, ...fields } = sent
          return takeAction(ctx, entity, step, before, fields)
        })
        return { status: 200, body: await listed(on, ctx, rows) }
      })
    })
  const answer = await (records.length > MOST_AT_ONCE.guests ? inTurn(take, user.id) : take())
  return c.json(answer.body as object, answer.status)
}

/** The records that a request sends as `data`. @throws Refusal 422 */
function recordsIn(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data) || !data.every(isObject)) throw invalid({ data: ['Data must be a list of records.'] })
  if (!data.length) throw invalid({ data: ['Data is required'] })
  if (data.length > MOST_AT_ONCE.staff)
    throw invalid({ data: [`At most ${MOST_AT_ONCE.staff} records can be saved at once.`] })
  return data
}

/** Records as an answer lists them. */
async function listed({ catalog, entity }: Mount, ctx: Context, rows: Row[]) {
  await fillComputed(ctx, entity, rows)
  for (const { id } of rows) ctx.answered.add(`${entity.name} ${id}`)
  return rows.map((row) => present(catalog, entity, row, ctx.user))
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
