import type { Hono } from 'hono'
import type { Id } from '../../core/access/access.ts'
import { attachmentFields, guardOf, type Entity } from '../../core/entity/entity.ts'
import { bundleOf } from '../../core/entity/offline.ts'
import { isPlain } from '../../core/entity/plain.ts'
import { listInPieces, listOfPieces, objectInPieces, type Pieces } from '../http/json.ts'
import { createContext } from '../context/create-context.ts'
import type { Context } from '../context/context.ts'
import { ownTurn } from '../files/turns.ts'
import type { AllServices } from '../services.ts'
import { BEGINNING, listRows, type Query } from './list.ts'
import { createTarget, idIn } from './target.ts'

/** One list of a bundle: its question, the records (with `since`, the changed ones where that suffices), and all ids. */
interface BundledList {
  readonly entity: string
  readonly params: Readonly<Record<string, Id | string | readonly Id[]>>
  readonly data: Pieces
  readonly ids: () => readonly Id[]
}

/**
 * Mounts GET {endpoint}/{id}/offline of every entity that others are marked to be offline with: the record and all that
 * belongs to it, in one response, with the rights of the ordinary lists. `since` is the `as_of` of an earlier answer.
 */
export function mountOffline(app: Hono, deps: AllServices): void {
  const { catalog } = deps
  const roots = new Set(
    catalog.entities.flatMap(({ offline }) => (typeof offline === 'string' && offline !== 'all' ? [offline] : [])),
  )
  for (const name of roots) {
    const root = catalog.entity(name)
    const { demand, rowFor, serialize } = createTarget(deps, root)
    app.get(`/${root.endpoint}/:id{[0-9]+}/offline`, async (c) => {
      const asker = deps.askerOf(c)
      demand(asker.user, 'view')
      const ctx = createContext(deps, asker)
      const row = await rowFor(ctx, idIn(c.req.param('id')), {})
      const { as_of, all } = await listsOf(ctx, root, row.id, c.req.query('since'))
      const record = await serialize(ctx, row)
      const lists = listOfPieces(all.map((list) => objectInPieces({ ...list })))
      return deps.answer(c, objectInPieces({ as_of, record, lists }))
    })
  }
}

/** The lists of a record's bundle that this user may view. */
async function listsOf(ctx: Context, root: Entity, id: Id, since: string | undefined) {
  const { catalog, user } = ctx
  const known = new Map<string, readonly Id[]>([[root.name, [id]]])
  const all: BundledList[] = []
  let as_of = ctx.now
  for (const { entity, parents, field } of bundleOf(catalog.entities, root)) {
    if (!guardOf(entity, 'view')(user)) continue
    const own: Id[] = []
    for (const parent of parents) {
      const on = known.get(parent.name) ?? []
      if (!on.length) continue
      const attached = attachmentFields(entity)
      const params = attached
        ? { [attached.type]: parent.table, [attached.id]: on }
        : { [field ?? '']: parent === root ? id : on }
      // All ids, and what changed since; or since the beginning, which is everything.
      const query: Query = new Map([['since', since !== undefined && isPlain(entity) ? since : BEGINNING]])
      if (all.length) await ownTurn()
      const listed = await listRows(ctx, entity, query, params)
      const ids = listed.ids ?? (() => [])
      if (listed.as_of !== undefined && listed.as_of < as_of) as_of = listed.as_of
      own.push(...ids())
      all.push({
        entity: entity.name,
        params,
        data: listInPieces(listed.slices),
        ids,
      })
    }
    known.set(entity.name, own)
  }
  return { all, as_of }
}
