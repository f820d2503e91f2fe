import { useCallback } from 'react'
import type { Result } from '#core/resource/result.ts'
import { toast, type ToastAction } from '#ui/toast/toast.tsx'
import { waitingLabel } from '../outbox/labels.ts'
import { useServices } from '../services/services.tsx'
import { offer } from '../undo/offer.ts'
import { toastFailure } from './toast-failure.ts'

/**
 * Returns a function that shows the result of a change in a toast: `done` with Undo, that the change is kept on this device until
 * it can be sent, or why it failed. It returns whether the change succeeded. `next` is offered as the next thing to do.
 * @example
 * const report = useOutcome()
 * if (report(await resource.remove(id), 'Bed deleted.')) onDeleted()
 */
export function useOutcome(): <T>(
  result: Result<T>,
  done: string,
  next?: ToastAction,
) => result is Extract<Result<T>, { ok: true }> {
  const services = useServices()
  return useCallback(
    <T>(result: Result<T>, done: string, next?: ToastAction): result is Extract<Result<T>, { ok: true }> => {
      const { session, writes } = services
      if (!result.ok) toastFailure(result)
      else if (result.waiting) {
        // Whoever has been signed out meanwhile sees nothing of what is kept.
        const own = Array.isArray(result.data) ? result.data.length : 1
        toast.success(waitingLabel(writes.count() || own, session.user.peek() !== null && !session.ended.peek()), next)
      } else offer(services, done, [result], next)
      return result.ok
    },
    [services],
  )
}
