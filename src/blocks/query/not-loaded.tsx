import type { Failure } from '#core/resource/result.ts'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { ErrorState, NoPermission, OfflineState } from '#ui/states/states.tsx'

/** In place of a list that has never been loaded: that it is loading, or why it could not be. */
export const NotLoaded = ({ failure, retry }: { failure: Failure | null; retry: () => unknown }) => {
  if (!failure) return <SkeletonRows />
  if (failure.status === 0) return <OfflineState onRetry={() => void retry()} />
  if (failure.status === 403) return <NoPermission />
  return <ErrorState onRetry={() => void retry()} />
}
