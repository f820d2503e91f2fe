import { entryKey, entryState, recall, rememberAt } from './entry.ts'

const SCROLL = 'scroll'
/** What a person does to a page that is still growing to where they left it. */
const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
let stop = () => {}

/** Notes how far the page of an entry is scrolled, before it is left. */
export const keepScroll = (entry: string): void => rememberAt(entry, SCROLL, scrollY)

/** Notes it in the browser's own history, before the app itself is left or reloaded; `adoptScroll` reads it again. */
export const storeScroll = (): void => history.replaceState({ ...entryState(), [SCROLL]: scrollY }, '')

export const adoptScroll = (): void => rememberAt(entryKey(), SCROLL, entryState()[SCROLL])

/**
 * Scrolls to where the current entry's page was left, and to the top of a new one. A page whose content still arrives is
 * followed until it is high enough, or the person does something.
 */
export function restoreScroll(): void {
  stop()
  const kept = recall(entryKey(), SCROLL)
  const wanted = typeof kept === 'number' ? kept : 0
  scrollTo(0, wanted)
  if (Math.abs(scrollY - wanted) <= 1) return
  const observer = new ResizeObserver(() => {
    scrollTo(0, wanted)
    if (Math.abs(scrollY - wanted) <= 1) stop()
  })
  stop = () => {
    observer.disconnect()
    for (const action of ACTIONS) removeEventListener(action, stop)
    stop = () => {}
  }
  observer.observe(document.body)
  for (const action of ACTIONS) addEventListener(action, stop, { passive: true })
}
