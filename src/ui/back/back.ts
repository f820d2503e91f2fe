import { entryKey, entryState, newEntry } from './entry.ts'
import { adoptScroll, keepScroll, storeScroll } from './scroll.ts'

/**
 * Back closes the topmost open layer (a dialog, drawer, viewer or list) before it leaves the page. Each open layer has a
 * history entry of its own above that of the page, with the page's address; going back pops one and closes one layer.
 * When layers are closed otherwise, their entries are popped. An entry's state holds how many layers it stands for.
 */

interface Layer {
  /** Asks to close the layer, which may stay open to ask first. */
  close(): void
}
interface NavigateOptions {
  replace?: boolean
  state?: unknown
}
/** How the router changes the address. */
type Navigate = (to: string, options?: NavigateOptions) => void

/**
 * Milliseconds after which a traversal is taken for ignored. The second wait lets a busy page handle a `popstate` that
 * has already arrived.
 */
const PATIENCE = 1000
const GRACE = 250

let layers: readonly Layer[] = []
/** How many entries of layers exist from the page's entry on, also ahead of the current one. */
let entries = 0
/** True while a traversal that was begun here has not arrived; `waiting` is what follows it. */
let isTraversing = false
let waiting: (() => void)[] = []
let patience: ReturnType<typeof setTimeout> | undefined
let isStarted = false
/** The address and the key of the current page. */
let address = ''
let entry = ''
let scheduled: ReturnType<typeof setTimeout> | undefined

/** How many layers the current entry stands for. */
const depth = (): number => Number(entryState().layers ?? 0)

function traverse(by: number, then: () => void) {
  isTraversing = true
  waiting = [...waiting, then]
  history.go(by)
  // The browser ignores a step to an entry that it no longer has.
  patience = setTimeout(() => (patience = setTimeout(arrive, GRACE)), PATIENCE)
}
function arrive() {
  clearTimeout(patience)
  isTraversing = false
  const next = waiting
  waiting = []
  for (const work of next) work()
}

/** Makes the current entry stand for the open layers. */
function adjust() {
  scheduled = undefined
  if (isTraversing) return
  const [now, wanted] = [depth(), layers.length]
  if (now > wanted) traverse(wanted - now, schedule)
  // Entries that are still ahead are used again: the browser skips those added without a press when going back.
  else if (now < wanted && entries > now) traverse(Math.min(entries, wanted) - now, schedule)
  else
    for (let next = now + 1; next <= wanted; next++) {
      history.pushState({ ...entryState(), layers: next }, '')
      entries = next
    }
}

/** Layers that close and open at the same moment, as when one replaces another, need no change of entries. */
function schedule() {
  if (isStarted) scheduled ??= setTimeout(adjust)
}

/** Notes the current page, which gets a key if it has none. */
function mark() {
  if (!entryKey()) history.replaceState({ ...entryState(), entry: newEntry() }, '')
  entry = entryKey()
  address = location.href
}

function onPopState() {
  if (isTraversing) return arrive()
  keepScroll(entry)
  if (location.href !== address) entries = depth()
  mark()
  if (depth() < layers.length) layers.at(-1)?.close()
  // A layer that stays open gets its entry back; an entry without a layer, reached by going forward, is left.
  schedule()
}

/** Adds an open layer above the others; the returned function removes it when it has closed. */
export function addLayer(close: () => void): () => void {
  const layer = { close }
  layers = [...layers, layer]
  schedule()
  return () => {
    layers = layers.filter((one) => one !== layer)
    schedule()
  }
}

/**
 * Navigates from a page with open layers: the new page takes the place of the layers' entries, so that Back leads from
 * it to the page itself.
 */
export function navigateOverLayers(navigate: Navigate, to: string, options?: NavigateOptions): void {
  const go = () => navigateOverLayers(navigate, to, options)
  if (isTraversing) return void (waiting = [...waiting, go])
  const now = depth()
  const most = options?.replace ? 0 : 1
  if (now > most) return traverse(most - now, go)
  keepScroll(entry)
  entries = 0
  // What replaces a page is still the same place for the person.
  if (!options?.replace) entry = newEntry()
  navigate(to, { ...options, ...(now && { replace: true }), state: { entry } })
  address = location.href
  schedule()
}

/** Follows the browser's history; called once, before the app renders. */
export function startBack(): void {
  isStarted = true
  history.scrollRestoration = 'manual'
  addEventListener('popstate', onPopState)
  addEventListener('pagehide', storeScroll)
  mark()
  adoptScroll()
  // After a reload the current entry may stand for layers that are no longer open.
  entries = depth()
  if (entries && history.length > 1) adjust()
}
