import type { Result } from '#core/resource/result.ts'
import type { TurnedBack, Undoable } from '#core/writes/undoable.ts'
import { toast, type ToastAction } from '#ui/toast/toast.tsx'
import { toastFailure } from '../failure/toast-failure.ts'
import { waitingLabel } from '../outbox/labels.ts'
import type { Services } from '../services/services.tsx'

type Needed = Pick<Services, 'writes' | 'session' | 'settings'>

/** What can be undone on the page that is open; null where nobody is signed in or the server undoes nothing. */
export function undoableHere({ writes, session, settings }: Needed): Undoable | null {
  const user = session.user.peek()
  return user && settings.peek().features.includes('undo') ? writes.undoable(user.id, location.pathname) : null
}

/** Says in a toast what came of an undo: `done`, or what was left as it is. */
export function sayTurned({ writes, session }: Needed, turned: TurnedBack, done: string): void {
  if (!turned) return
  if (!turned.ok) return toastFailure(turned)
  const [first, ...others] = turned.data
  if (turned.waiting) toast.success(waitingLabel(writes.count(), session.user.peek() !== null))
  else if (!first) toast.success(done)
  else {
    const more = others.length ? ` And ${others.length} more.` : ''
    toast.error(`Not all of it was undone. ${first.title}: ${first.why}${more}`)
  }
}

/**
 * Says in a toast what was done, with Undo beside it where that is possible, and the next thing to do. What was done
 * together is undone together.
 */
export function offer(services: Needed, text: string, results: readonly Result<unknown>[], next?: ToastAction): void {
  const undoable = undoableHere(services)
  if (!undoable || !results.some((result) => result.ok && result.made?.length)) return void toast.success(text, next)
  undoable.join(results)
  const undo = async () => sayTurned(services, await undoable.undo(results), 'Undone.')
  toast.success(text, { label: 'Undo', onClick: () => void undo() }, next)
}
