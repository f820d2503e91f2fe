import { useMemo } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Upload } from '#ui/file-drop/upload-rows.tsx'

/** The uploads to one place, as rows with what can be done about each. @useSignals */
export function useUploadRows(place: string): Upload[] {
  const { uploads } = useServices()
  const tasks = useMemo(() => uploads.of(place), [uploads, place]).value
  return tasks.map(({ id, name, size, share, state, error, retriable }) => ({
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
  }))
}
