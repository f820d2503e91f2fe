import type { Id } from '#core/access/access.ts'
import { pathOf as addressOf } from '#core/entity/entity.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Resource, UploadDraft } from '#core/resource/resource.ts'
import type { Services } from '#blocks/services/services.tsx'
import { pathOf } from '#lib/dropped-files.ts'
import type { NewTask } from './uploads.ts'

/** What files are uploaded to, and what is sent for each. */
export interface Destination<E extends Entity> {
  readonly entity: E
  /** The parents in the entity's address. */
  readonly parents: Readonly<Record<string, Id | string>>
  /** What is sent for a file: made once, so that every attempt sends the same. */
  readonly prepare: (file: File) => Promise<UploadDraft<E>>
  /** Why this is not sent, as a sentence; null if it is. */
  readonly refuse?: (draft: UploadDraft<E>) => string | null
}

/** The address that the uploads of a destination are listed under. */
export const placeOf = <E extends Entity>({ entity, parents }: Pick<Destination<E>, 'entity' | 'parents'>): string =>
  addressOf(entity.endpoint, parents)

/** Adds files to the queue of uploads, which outlives the screen they were chosen on. */
export function sendFiles<E extends Entity>(
  { api, uploads }: Pick<Services, 'api' | 'uploads'>,
  destination: Destination<E>,
  files: readonly File[],
): void {
  const { entity, parents, prepare, refuse } = destination
  const resource = (api as (entity: E, parents: object) => Resource<E>)(entity, parents)
  uploads.add(
    placeOf(destination),
    files.map((file): NewTask => {
      let prepared: Promise<UploadDraft<E>> | undefined
      return {
        name: pathOf(file),
        size: file.size,
        async send(options) {
          const draft = await (prepared ??= prepare(file))
          const message = refuse?.(draft) ?? null
          return message === null ? resource.upload(draft, options) : { ok: false, status: 422, message, errors: {} }
        },
      }
    }),
  )
}
