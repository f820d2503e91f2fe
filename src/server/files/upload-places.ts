import type { Entity } from '../../core/entity/entity.ts'
import type { Id } from '../../core/access/access.ts'
import type { Context } from '../context/context.ts'
import { demandAttachable } from '../resource/attached.ts'
import { placesOf, type Place } from '../resource/routes.ts'
import type { AllServices } from '../services.ts'

/** A collection that files can be uploaded to, such as the attachments of one project. */
export interface UploadPlace extends Place {
  readonly entity: Entity
}

/** A place as named by a concrete path, whose parents can be read from it. */
export interface FoundPlace {
  readonly entity: Entity
  /**
   * Checks that this user may add a file there, and returns the parents.
   * @throws Refusal 403, or 404 when there is no such parent for them
   */
  demand(ctx: Context): Promise<Record<string, Id | string>>
}

/** All places that files can be uploaded to. */
export const uploadPlaces = (deps: AllServices): UploadPlace[] =>
  deps.catalog.entities
    .filter((entity) => deps.catalog.serving(entity).uploads)
    .flatMap((entity) => placesOf(deps, entity).map((place) => ({ ...place, entity })))

/** @throws Refusal 403 or 404 unless the user may add a file below these parents */
export async function demandUpload(
  ctx: Context,
  { entity, target }: UploadPlace,
  parents: Record<string, Id | string>,
): Promise<void> {
  target.demand(ctx.user, 'create')
  await demandAttachable(ctx, entity, 'create', parents)
}

/** Finds the place that a path names: `/api/projects/4/attachments`. */
export function findPlace(places: readonly UploadPlace[], path: string): FoundPlace | null {
  for (const place of places) {
    const pattern = place.path.replace(/:(\w+)\{\[0-9\]\+\}/g, '(?<$1>[0-9]+)')
    const found = new RegExp(`^${pattern}$`).exec(path)
    if (!found) continue
    return {
      entity: place.entity,
      async demand(ctx) {
        const parents = await place.target.parentsIn(ctx, { req: { param: (name) => found.groups?.[name] } })
        await demandUpload(ctx, place, parents)
        return parents
      },
    }
  }
  return null
}
