import type { Hono } from 'hono'
import type { Entity } from '../../core/entity/entity.ts'
import { Refusal } from '../http/errors.ts'
import { mountReads } from './reads.ts'
import { createTarget, type RouteDeps } from './target.ts'
import { mountWrites } from './writes.ts'

/**
 * The generic resource (spec section 7) of one entity, at its endpoint and, when it has one, at its root: list, one,
 * create, store_many, update, delete, history, and the actions and queries it declares.
 */
export function mountResource(app: Hono, deps: RouteDeps, entity: Entity): void {
  const target = createTarget(deps, entity)
  for (const place of [entity.endpoint, ...(entity.root ? [entity.root] : [])]) {
    const path = `/${place.replace(/\{(\w+)\}/g, ':$1{[0-9]+}')}`
    mountReads(app, deps, entity, path, target)
    mountWrites(app, deps, entity, path, target)
    for (const known of [path, `${path}/store_many`, `${path}/:id{[0-9]+}`])
      app.all(known, () => {
        throw new Refusal(405)
      })
  }
}
