import type { Id } from '../../core/access/access.ts'
import type { Entity } from '../../core/entity/entity.ts'
import { hasVersions } from '../../core/entity/files.ts'
import type { Context } from '../context/context.ts'
import { forUpdate } from '../db/database.ts'
import type { Row } from '../db/rows.ts'
import type { AnyReceiving } from '../define-server.ts'
import { Refusal } from '../http/errors.ts'
import { demandActive } from '../resource/active.ts'
import { demandAttachable } from '../resource/attached.ts'
import { demandAction } from '../resource/may.ts'
import { placesOf, type Place } from '../resource/routes.ts'
import { idIn, type InPath } from '../resource/target.ts'
import type { AllServices } from '../services.ts'

/** A collection that files can be uploaded to, such as the attachments of one project. */
export interface UploadPlace extends Place {
  readonly entity: Entity
  readonly receiving?: AnyReceiving | undefined
}

/** What becomes of a file that is uploaded to a path; `T` is what that path names. */
export interface Purpose<T> {
  readonly path: string
  readonly entity: Entity
  /** What the path names. @throws Refusal 404 when this user does not see it */
  find(ctx: Context, at: InPath): Promise<T>
  /** @throws Refusal unless this user may upload there */
  demand(ctx: Context, found: T): Promise<void>
}

/** The fields of the record that a new record is created below. */
export type Parents = Record<string, Id | string>

/** All places that files can be uploaded to. */
export const uploadPlaces = (deps: AllServices): UploadPlace[] =>
  deps.catalog.entities
    .filter((entity) => deps.catalog.serving(entity).uploads)
    .flatMap((entity) => {
      const { uploads } = deps.catalog.serving(entity)
      const receiving = typeof uploads === 'object' ? uploads : undefined
      return placesOf(deps, entity).map((place) => ({ ...place, entity, receiving }))
    })

/** A new record from a file: POST to the collection. */
export const newRecord = ({ path, entity, target, receiving }: UploadPlace): Purpose<Parents> => ({
  path,
  entity,
  async find(ctx, at) {
    target.demand(ctx.user, 'create')
    return target.parentsIn(ctx, at)
  },
  async demand(ctx, parents) {
    target.demand(ctx.user, 'create')
    await demandAttachable(ctx, entity, 'create', parents)
    await demandActive(ctx, entity, 'create', parents)
    const answer = (await receiving?.mayBegin?.(parents, ctx)) ?? true
    if (answer !== true) throw new Refusal(403, answer || undefined)
  },
})

/** A new version of a record's file: POST …/{id}/upload_version. The record is locked while it is in a transaction. */
export const newVersion = ({ path, entity, target }: UploadPlace): Purpose<Row> => ({
  path: `${path}/:id{[0-9]+}/upload_version`,
  entity,
  async find(ctx, at) {
    target.demand(ctx.user, 'view')
    const parents = await target.parentsIn(ctx, at)
    return target.rowFor(ctx, idIn(at.req.param('id')), parents, forUpdate(ctx.catalog.dialect))
  },
  demand: (ctx, row) => demandAction(ctx, entity, 'upload_version', row),
})

/** A purpose as named by a concrete path, from which its parents and record can be read. */
export interface FoundPurpose {
  readonly entity: Entity
  /** @throws Refusal 403, or 404 when there is nothing there for this user */
  demand(ctx: Context): Promise<void>
}

/** Finds what a file uploaded to this path would become: `/api/projects/4/attachments`. */
export function findPurpose(places: readonly UploadPlace[], path: string): FoundPurpose | null {
  const match = <T>({ path: pattern, entity, find, demand }: Purpose<T>): FoundPurpose | null => {
    const named = pattern.replace(/:(\w+)\{\[0-9\]\+\}/g, '(?<$1>[0-9]+)')
    const found = new RegExp(`^${named}$`).exec(path)
    const at: InPath = { req: { param: (name) => found?.groups?.[name] } }
    return found && { entity, demand: async (ctx) => demand(ctx, await find(ctx, at)) }
  }
  for (const place of places) {
    const found = match(newRecord(place)) ?? (hasVersions(place.entity) ? match(newVersion(place)) : null)
    if (found) return found
  }
  return null
}
