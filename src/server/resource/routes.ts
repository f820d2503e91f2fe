import type { Hono } from 'hono'
import { attachmentFields, type Entity } from '../../core/entity/entity.ts'
import { mountReads } from './reads.ts'
import { createTarget, type Target } from './target.ts'
import type { AllServices } from '../services.ts'
import { mountWrites } from './writes.ts'

const pathOf = (place: string) => `/${place.replace(/\{(\w+)\}/g, ':$1{[0-9]+}')}`

export interface Place {
  readonly path: string
  readonly target: Target
}

/**
 * The paths an entity is served at: its endpoint, one below each entity it can be attached to, and its root if it has
 * one.
 */
export function placesOf(deps: AllServices, entity: Entity): Place[] {
  const attached = attachmentFields(entity)
  const own = attached
    ? deps.catalog.attachableEntities(entity).map((parentEntity) => ({
        path: pathOf(entity.endpoint.replace(`{${attached.type}}`, parentEntity.table)),
        target: createTarget(deps, entity, parentEntity),
      }))
    : [{ path: pathOf(entity.endpoint), target: createTarget(deps, entity) }]
  return [...own, ...(entity.root ? [{ path: pathOf(entity.root), target: createTarget(deps, entity) }] : [])]
}

/**
 * Mounts the generic resource (rule resource-verbs) of one entity at each of its paths: list, one, create, store_many,
 * update, delete, history, and its declared actions and queries.
 */
export function mountResource(app: Hono, deps: AllServices, entity: Entity): void {
  for (const { path, target } of placesOf(deps, entity)) {
    mountReads(app, deps, entity, path, target)
    mountWrites(app, deps, entity, path, target)
  }
  for (const endpoint of entity.readAt)
    mountReads(app, deps, entity, pathOf(endpoint), createTarget(deps, entity, undefined, endpoint))
}
