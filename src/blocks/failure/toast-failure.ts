import { messageOf } from '#core/resource/messages.ts'
import type { Failure } from '#core/resource/result.ts'
import { toast } from '#ui/toast/toast.tsx'

/** Tells in a toast why something was not done; nothing when its person has declined a warning and knows. */
export function toastFailure(failure: Failure): void {
  const message = messageOf(failure)
  if (message !== null) toast.error(message)
}
