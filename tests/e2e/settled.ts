import { expect, type BrowserContext, type Page } from '@playwright/test'

/** The longest wait for an idle moment, in milliseconds, as the app itself waits for one. */
const LONGEST_IDLE = 1000

/** The requests of each page that have no answer yet, and how many began. */
const traffic = new WeakMap<Page, { open: Set<unknown>; begun: number; changed: () => void }>()

function trafficOf(page: Page) {
  const known = traffic.get(page)
  if (known) return known
  const made = { open: new Set<unknown>(), begun: 0, changed: () => {} }
  traffic.set(page, made)
  return made
}

/** Follows the requests of all pages of a context, for `settled`. */
export function followRequests(context: BrowserContext): void {
  context.on('page', (page) => {
    const seen = trafficOf(page)
    const end = (request: unknown) => {
      seen.open.delete(request)
      seen.changed()
    }
    page.on('request', (request) => {
      seen.open.add(request)
      seen.begun++
    })
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    // Requests of a document that is left are not always answered.
    page.on('framenavigated', (frame) => frame === page.mainFrame() && seen.open.clear())
  })
}

/**
 * Resolves when the page has drawn what it knows and asks for nothing more: no request is open, and none began while the
 * page came to rest. For tests that say what must not come; what must come is waited for by itself.
 */
export async function settled(page: Page): Promise<void> {
  const seen = trafficOf(page)
  for (;;) {
    while (seen.open.size) await new Promise<void>((done) => (seen.changed = done))
    const { begun } = seen
    // On a busy machine Chromium now and then finds no idle moment after a press, though the page does nothing.
    await page.evaluate(async (timeout) => {
      const idle = () => new Promise((done) => requestIdleCallback(done, { timeout }))
      await idle()
      await new Promise(requestAnimationFrame)
      await idle()
    }, LONGEST_IDLE)
    if (begun === seen.begun && !seen.open.size) return
  }
}

/** The same for a page that was opened just now: nothing of it is loading any more. */
export async function loaded(page: Page): Promise<void> {
  const loading = page.getByRole('status', { name: 'Loading' }).or(page.locator('template[data-pending]'))
  do {
    await settled(page)
    await expect(loading).toHaveCount(0)
    await settled(page)
  } while (await loading.count())
}

/** Resolves when the service worker answers this page's requests, so that its code is on the device. */
export async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })
}
