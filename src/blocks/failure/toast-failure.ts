import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Shows a failure in a toast, except when the user has declined a warning. */
export function toastFailure(failure: Failure): void {
  const message = messageOf(failure)
  if (message !== null) toast.error(message)
}
