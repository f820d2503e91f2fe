import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import type { CurrentUser, Id } from '../../core/access/access.ts'
import { attachmentFields, guardOf, parentsOf, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { readId } from '../../core/entity/id.ts'
import { alive, condition } from '../db/conditions.ts'
import { selectRows, type Row } from '../db/rows.ts'
import { Refusal } from '../http/errors.ts'
import { fillComputed, fillEmbeds } from './computed.ts'
import { present } from './present.ts'
import { transact } from '../context/transact.ts'
import { asOwner, passing, ruleFor } from './visibility.ts'
import type { Context } from '../context/context.ts'
import type { AllServices } from '../services.ts'
import { requestedIn } from './requested.ts'

/** An id from a path; an invalid one is answered with 404. */
export function idIn(text: string | undefined): Id {
  const id = readId(text)
  if (id === null) throw new Refusal(404)
  return id
}

/** A request's path, as far as its parents are read from it. */
export interface InPath {
  readonly req: { param(name: string): string | undefined }
}

/**
 * The steps every verb starts with: resolve the parents and the record, check the guard, and serialize the result. A
 * polymorphic entity has one target for each entity it can be attached to (`parentEntity`).
 */
export function createTarget(deps: AllServices, entity: Entity, parentEntity?: Entity, endpoint = entity.endpoint) {
  const { catalog } = deps
  const attached = attachmentFields(entity)
  const parentNames = parentsOf(endpoint).filter((name) => name !== attached?.type)

  /** The parents in the path; the user must be able to see each of them. */
  async function parentsIn(ctx: Context, { req }: InPath): Promise<Record<string, Id | string>> {
    const parents: Record<string, Id | string> = parentEntity && attached ? { [attached.type]: parentEntity.table } : {}
    for (const name of parentNames) {
      const sent = req.param(name)
      if (sent === undefined) continue
      const target = parentEntity ?? catalog.entity(String((entity.fields as Fields)[name]?.facts.ref?.entity))
      const id = idIn(sent)
      const rule = await ruleFor(catalog, target, parentEntity ? ctx : asOwner(ctx))
      const seen = await passing(ctx.db, catalog, target, [id], rule)
      if (!seen.has(id)) throw new Refusal(404)
      parents[name] = id
    }
    return parents
  }

  /** One record below the path's parents, if the user may see it. */
  async function rowFor(ctx: Context, id: Id, parents: Record<string, Id | string>, lock = sql``): Promise<Row> {
    const rule = await ruleFor(catalog, entity, ctx)
    const where = sql`t.id = ${id} and ${alive()} and ${condition(catalog, entity, rule, { few: true })} and ${condition(catalog, entity, parents)}`
    const [row] = await selectRows(ctx.db, catalog, entity, {
      where,
      lock: catalog.dialect === 'postgres' ? lock : sql``,
    })
    if (!row) throw new Refusal(404)
    return row
  }

  const serialize = async (ctx: Context, row: Row) => {
    await fillComputed(ctx, entity, [row], { detail: true })
    await fillEmbeds(ctx, entity, [row])
    ctx.answered.add(`${entity.name} ${row.id}`)
    return present(catalog, entity, row, ctx.user, { detail: true })
  }
  const demand = (user: CurrentUser, verb: string) => {
    if (!guardOf(entity, verb)(user)) throw new Refusal(403)
  }
  /** Runs a change that `verb` asks for in a transaction; `body` may confirm warnings. */
  const change = <T>(
    c: HonoContext,
    body: Record<string, unknown>,
    verb: string,
    task: (ctx: Context) => Promise<T>,
  ) => {
    const asker = deps.askerOf(c, body.confirmed)
    return transact(deps, { ...asker, change: requestedIn(c, asker.user.id, `${entity.name} ${verb}`) }, task)
  }

  return { parentsIn, rowFor, serialize, demand, change }
}
export type Target = ReturnType<typeof createTarget>
