import { Suspense, lazy } from 'react'

/** The action button of a toast. */
export interface ToastAction {
  label: string
  onClick: () => void
}

interface Told {
  id: string
  title: string
  type: 'success' | 'error'
  action: ToastAction | undefined
  duration?: number
  meta?: { next: ToastAction }
}
/** What shows toasts. */
interface Toasts {
  create(told: Told): unknown
  dismiss(id?: string): unknown
  remove(): unknown
}

let toasts: Toasts | undefined
const waiting: ((toasts: Toasts) => void)[] = []
/** Messages wait here until the code that shows them has loaded, because it loads after the first screen. */
const tell = (told: (toasts: Toasts) => void): void => void (toasts ? told(toasts) : waiting.push(told))

/** Hands over to what shows toasts. */
export function provideToasts(given: Toasts): void {
  toasts = given
  for (const told of waiting.splice(0)) told(given)
}

let count = 0
function create(told: Omit<Told, 'id'>): string {
  const id = `toast ${++count}`
  tell((shown) => shown.create({ ...told, id }))
  return id
}

/** Milliseconds for which an action is offered: two seconds, as for a mere text, are too few to read it and to decide. */
const TIME_TO_ACT = 10_000

/** Shows short messages. Errors stay until dismissed. */
export const toast = {
  success: (text: string, action?: ToastAction, next?: ToastAction): string =>
    create({
      title: text,
      type: 'success',
      action,
      ...(next && { meta: { next } }),
      ...(action && { duration: TIME_TO_ACT }),
    }),
  error: (text: string, action?: ToastAction): string =>
    create({ title: text, type: 'error', action, duration: Infinity }),
  dismiss: (id?: string): void => tell((shown) => shown.dismiss(id)),
  /** Removes all toasts immediately, without animation. */
  remove: (): void => tell((shown) => shown.remove()),
}

const Shown = lazy(() => import('./toasts.tsx'))

/** The container of toasts, rendered once at the end of the page. Its code is fetched when it is. */
export const Toaster = () => (
  <Suspense>
    <Shown />
  </Suspense>
)
