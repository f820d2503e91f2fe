import type { Hono } from 'hono'
import { attachmentFields, type Entity } from '../../core/entity/entity.ts'
import { mountReads } from './reads.ts'
import { createTarget, type Target } from './target.ts'
import type { AllServices } from '../services.ts'
import { mountWrites } from './writes.ts'

export interface Place {
  readonly path: string
  readonly target: Target
}

/** Where an entity is served: at its endpoint, below each entity that attachable it, and at its root when it has one. */
export function placesOf(deps: AllServices, entity: Entity): Place[] {
  const attached = attachmentFields(entity)
  const pathOf = (place: string) => `/${place.replace(/\{(\w+)\}/g, ':$1{[0-9]+}')}`
  const own = attached
    ? deps.catalog.attachableEntities(entity).map((parentEntity) => ({
        path: pathOf(entity.endpoint.replace(`{${attached.type}}`, parentEntity.table)),
        target: createTarget(deps, entity, parentEntity),
      }))
    : [{ path: pathOf(entity.endpoint), target: createTarget(deps, entity) }]
  return [...own, ...(entity.root ? [{ path: pathOf(entity.root), target: createTarget(deps, entity) }] : [])]
}

/**
 * The generic resource (rule resource-verbs) of one entity, in each of its places: list, one, create, store_many, update,
 * delete, history, and the actions and queries it declares.
 */
export function mountResource(app: Hono, deps: AllServices, entity: Entity): void {
  for (const { path, target } of placesOf(deps, entity)) {
    mountReads(app, deps, entity, path, target)
    mountWrites(app, deps, entity, path, target)
  }
}
