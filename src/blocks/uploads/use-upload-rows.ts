import { useMemo } from 'react'
import { computed } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import type { Entity } from '#core/entity/entity.ts'
import { hasPath, type Waiting } from '#core/writes/mutation.ts'
import type { Upload } from '#ui/file-drop/upload-rows.tsx'
import { placeOf, type Destination } from './destination.ts'
import { reasonOf } from './uploads.ts'

const none: readonly Waiting[] = []

/**
 * The uploads to one place, as rows with what can be done about each: those of this page, and those that the device kept
 * and the server refused. What it still keeps is shown as if it were there. @useSignals
 */
export function useUploadRows<E extends Entity>({
  entity,
  parents,
}: Pick<Destination<E>, 'entity' | 'parents'>): Upload[] {
  const { uploads, writes } = useServices()
  const place = placeOf({ entity, parents })
  const tasks = useMemo(() => uploads.of(place), [uploads, place]).value
  const refused = useMemo(
    () =>
      computed(() => {
        const isHere = (item: Waiting) =>
          item.entity === entity.name && hasPath(entity, item) && placeOf({ entity, parents: item.params }) === place
        const found = writes.items.value.filter(
          (item) => item.state === 'refused' && item.verb === 'upload' && isHere(item),
        )
        return found.length ? found : none
      }),
    [writes, entity, place],
  ).value
  return [
    ...tasks.map(({ id, name, size, share, state, error, retriable }) => ({
      id,
      name,
      size,
      progress: share,
      done: state === 'done',
      paused: state === 'paused' || state === 'signed-out',
      onRemove: () => uploads.remove(id),
      ...(error !== undefined && { error }),
      ...(retriable && { onRetry: () => uploads.resume(id) }),
      ...((state === 'waiting' || state === 'sending') && { onPause: () => uploads.pause(id) }),
      ...(state === 'paused' && { onResume: () => uploads.resume(id) }),
    })),
    ...refused.flatMap(({ at, files, refused: failure }) =>
      failure
        ? {
            id: `kept-${at}`,
            name: files?.file?.name ?? 'File',
            progress: 0,
            error: reasonOf(failure),
            onRemove: () => void writes.discard(at),
          }
        : [],
    ),
  ]
}
