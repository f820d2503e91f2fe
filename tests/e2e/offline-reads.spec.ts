import type { Page } from '@playwright/test'
import { ask, expect, signIn, test, unique } from './app.ts'

// A foreman's phone with the app installed.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

// Offline, the browser also logs errors of the WebSocket.
test.afterEach(({ complaints }) => {
  const others = complaints.filter((text) => !/^WebSocket connection .* net::ERR_/.test(text))
  complaints.splice(0, Infinity, ...others)
})

/** Opens a page and waits until the app itself is cached. */
async function arrive(page: Page, path: string, mailbox = 'foreman') {
  await signIn(page, mailbox, path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}

/** Follows a link inside the app, as a tap on it would. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('what could not be loaded offline appears by itself when the network is back, after a reload too', async ({
  page,
  browser,
  baseURL,
}) => {
  await arrive(page, '/projects/1/rfis')
  await expect(page.getByText('Panel LP-2')).toBeVisible()
  await page.context().setOffline(true)
  await go(page, '/projects/2/rfis')
  await expect(page.getByText('No connection').last()).toBeVisible()
  await page.reload()
  await expect(page.getByText('No connection').last()).toBeVisible()

  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'manager')
  const title = unique('Asked meanwhile')
  await ask(office, 'POST', '/api/projects/1/rfis', { title, question: 'While away?' })
  // Only after this change the page asks for the list, in vain.
  await go(page, '/projects/1/rfis')
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByText('No connection').last())).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(title)).toBeVisible({ timeout: 3000 })
  await office.context().close()
})
