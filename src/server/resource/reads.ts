import type { Context, Hono } from 'hono'
import { areaOf, type Entity } from '../../core/entity/entity.ts'
import { reaches } from '../../lib/abilities.ts'
import { READ_ONLY } from '../auth/tokens.ts'
import { forUpdate } from '../db/database.ts'
import { disposition } from '../files/file-store.ts'
import { Refusal } from '../http/errors.ts'
import { listInPieces, objectInPieces } from '../http/json.ts'
import { paginate } from '../http/paginator.ts'
import { lastChangesOf } from '../events/last-changes.ts'
import { historyOf } from '../events/read-history.ts'
import { listRows, readQuery } from './list.ts'
import { proposeNumber, sequenceOf } from './sequence.ts'
import { idIn, type Target } from './target.ts'
import type { AllServices } from '../services.ts'
import { createContext } from '../context/create-context.ts'
import { transact } from '../context/transact.ts'

/** Mounts the GET routes: list, single record, history, last changes, the files written of one, and the entity's queries. */
export function mountReads(app: Hono, deps: AllServices, entity: Entity, path: string, target: Target): void {
  const serving = deps.catalog.serving(entity)
  const { demand, parentsIn, rowFor, serialize, change } = target
  const { secret } = serving
  const answer = (c: Context, data: unknown) => deps.answer(c, data, { secret })

  app.get(path, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'view')
    if (serving.beforeList) await transact(deps, asker, async (own) => serving.beforeList?.(own))
    const ctx = createContext(deps, asker)
    const url = new URL(c.req.url)
    const listed = await listRows(ctx, entity, readQuery(url.searchParams), await parentsIn(ctx, c))
    const { count, paging, ids, as_of } = listed
    const data = listInPieces(listed.slices)
    if (ids) return answer(c, objectInPieces({ data, ids, as_of }))
    if (paging) return answer(c, objectInPieces(paginate(data, count, paging, url, deps.appUrl)))
    return deps.answer(c, data, { secret, tagged: true })
  })

  for (const query of entity.queries)
    app.get(`${path}/${query}`, async (c) => {
      const asker = deps.askerOf(c)
      const { user } = asker
      demand(user, query in entity.access ? query : 'view')
      const ctx = createContext(deps, asker)
      const parents = await parentsIn(ctx, c)
      const params = {
        ...Object.fromEntries(new URL(c.req.url).searchParams),
        ...Object.fromEntries(Object.entries(parents).map(([name, id]) => [name, String(id)])),
      }
      const own = serving.queries?.[query]
      if (own) return answer(c, (await own(ctx, params)) ?? null)
      const { within = '' } = sequenceOf(entity) ?? {}
      return c.json(await proposeNumber(ctx, entity, idIn(params[within])))
    })

  app.get(`${path}/last_changes`, async (c) => {
    const asker = deps.askerOf(c)
    demand(asker.user, 'view')
    const ctx = createContext(deps, asker)
    return answer(c, await lastChangesOf(ctx, entity, await parentsIn(ctx, c)))
  })

  app.get(`${path}/:id{[0-9]+}`, async (c) => {
    const asker = deps.askerOf(c)
    const { user } = asker
    demand(user, 'view')
    const ctx = createContext(deps, asker)
    return answer(c, await serialize(ctx, await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c))))
  })

  for (const [name, write] of Object.entries(serving.written ?? {}))
    app.get(`${path}/:id{[0-9]+}/${name}`, async (c) => {
      const { user } = deps.askerOf(c)
      demand(user, 'view')
      // Writing one may save that it was written.
      if (user.token && !reaches(user.token.abilities, areaOf(entity), 'write')) throw new Refusal(403, READ_ONLY)
      const file = await change(c, {}, name, async (ctx) => {
        const row = await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c), forUpdate(deps.catalog.dialect))
        return write(row, ctx, c.req.query())
      })
      if (!file) throw new Refusal(404)
      await deps.noteExport(c, file.name)
      return c.body(file.text, 200, {
        'Content-Type': file.type ?? 'text/csv; charset=utf-8',
        'Content-Disposition': disposition({ name: file.name, inline: false }),
        'Cache-Control': 'private, no-store',
      })
    })

  app.get(`${path}/:id{[0-9]+}/history`, async (c) => {
    const asker = deps.askerOf(c)
    demand(asker.user, 'view')
    const ctx = createContext(deps, asker)
    const row = await rowFor(ctx, idIn(c.req.param('id')), await parentsIn(ctx, c))
    return answer(c, await historyOf(ctx, entity, row))
  })
}
