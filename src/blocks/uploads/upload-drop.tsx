import { useMemo } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { pathOf as addressOf } from '#core/entity/entity.ts'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Resource, UploadDraft } from '#core/resource/resource.ts'
import { pathOf } from '#lib/dropped-files.ts'
import { FileDrop, type FileDropProps } from '#ui/file-drop/file-drop.tsx'
import type { NewTask } from './uploads.ts'

export interface UploadDropProps<E extends Entity> extends Pick<FileDropProps, 'accept' | 'aria-label' | 'camera'> {
  entity: E
  /** The parents in the entity's address. */
  parents: Readonly<Record<string, Id | string>>
  /** What is sent for a file: made once, so that every try sends the same. */
  prepare: (file: File) => Promise<UploadDraft<E>>
}

/** A place to drop files and folders on, to choose files or to take a photo, with how far each and all of them are. @useSignals */
export const UploadDrop = <E extends Entity>({ entity, parents, prepare, ...drop }: UploadDropProps<E>) => {
  const { api, uploads } = useServices()
  const place = addressOf(entity.endpoint, parents)
  const tasks = useMemo(() => uploads.of(place), [uploads, place]).value
  const add = (files: readonly File[]) => {
    const resource = (api as (entity: E, parents: object) => Resource<E>)(entity, parents)
    uploads.add(
      place,
      files.map((file): NewTask => {
        let prepared: Promise<UploadDraft<E>> | undefined
        return {
          name: pathOf(file),
          size: file.size,
          send: async (options) => resource.upload(await (prepared ??= prepare(file)), options),
        }
      }),
    )
  }
  return (
    <FileDrop
      {...drop}
      maxSize={entity.mostBytes}
      onFiles={add}
      onRemove={uploads.remove}
      uploads={tasks.map(({ id, name, size, share, state, error, retriable }) => ({
        id,
        name,
        size,
        progress: share,
        done: state === 'done',
        paused: state === 'paused' || state === 'signed-out',
        ...(error !== undefined && { error }),
        ...(retriable && { onRetry: () => uploads.resume(id) }),
        ...((state === 'waiting' || state === 'sending') && { onPause: () => uploads.pause(id) }),
        ...(state === 'paused' && { onResume: () => uploads.resume(id) }),
      }))}
    />
  )
}
