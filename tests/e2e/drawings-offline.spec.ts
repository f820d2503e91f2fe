import type { Page } from '@playwright/test'
import { setOf } from '../drawings.fixture.ts'
import { ask, expect, signIn, test, unique } from './app.ts'

// A foreman's phone with the app installed.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

// Offline, the browser also logs errors of the WebSocket.
test.afterEach(({ complaints }) => {
  const others = complaints.filter((text) => !/^WebSocket connection .* net::ERR_/.test(text))
  complaints.splice(0, Infinity, ...others)
})

/** Uploads a set to a project and publishes it, once it was read. */
async function publish(office: Page, project: number, ...sheets: Parameters<typeof setOf>) {
  const bytes = Buffer.from(setOf(...sheets)).toString('base64')
  const id = await office.evaluate(
    async ([path, content]) => {
      const form = new FormData()
      form.set('file', new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'Bulletin.pdf'))
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      const headers = { Accept: 'application/json', 'X-XSRF-TOKEN': token }
      const answer = await fetch(path, { method: 'POST', body: form, headers })
      return (await answer.json()).id as number
    },
    [`/api/projects/${project}/drawings`, bytes] as const,
  )
  await expect
    .poll(async () => (await ask<{ state: string }>(office, 'GET', `/api/drawings/${id}`)).state, { timeout: 20_000 })
    .toBe('review')
  await ask(office, 'POST', `/api/drawings/${id}/publish`, {})
}

const isDrawn = (page: Page) => expect(page.locator('canvas[data-drawn]')).toBeAttached({ timeout: 10_000 })

test('a discipline is kept on the phone, opens and is marked without a connection, and is replaced when it is old', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'manager')
  const [customer] = await ask<{ id: number }[]>(office, 'GET', '/api/customers')
  const made = await ask<{ id: number }>(office, 'POST', '/api/projects', {
    name: unique('Field'),
    number: unique('F'),
    customer_id: customer?.id,
  })
  const tab = `/projects/${made.id}/drawings`
  await publish(office, made.id, { number: 'E1.1', revision: '1' }, { number: 'A1.1', revision: '1' })

  await signIn(page, 'foreman', tab)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByRole('menuitem', { name: /^Electrical · \d+ KB/ }).click()
  await expect(page.getByRole('button', { name: /^Electrical on this device/ })).toBeVisible({ timeout: 10_000 })
  const lines = page.getByRole('link', { name: /, revision \d$/ }).filter({ visible: true })
  const kept = lines.filter({ has: page.getByLabel('On this device') })
  await expect(kept).toHaveCount(1)
  await expect(kept).toHaveAccessibleName('E1.1 Level 1 plan, revision 1')

  await page.context().setOffline(true)
  await lines.filter({ hasText: 'E1.1' }).click()
  await isDrawn(page)
  await page.getByRole('button', { name: 'Cloud' }).click()
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no sheet.')
  await page.mouse.move(box.x + 150, box.y + 330)
  await page.mouse.down()
  await page.mouse.move(box.x + 220, box.y + 380, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'What is on this sheet' }).click()
  await page.getByText('Markups 1').click()
  await page.reload()
  await isDrawn(page)
  await page.getByRole('button', { name: 'What is on this sheet' }).click()
  await expect(page.getByText('Markups 1')).toBeVisible()
  // What was neither kept nor opened says so.
  await page.goto(tab)
  await lines.filter({ hasText: 'A1.1' }).click()
  await expect(page.getByRole('alert')).toContainText('This sheet is not on this device')

  // Meanwhile another revision is published. With a network it is fetched by itself, and the old one goes.
  await publish(office, made.id, { number: 'E1.1', revision: '2' })
  await page.context().setOffline(false)
  await page.goto(tab)
  await expect(kept).toHaveAccessibleName('E1.1 Level 1 plan, revision 2', { timeout: 10_000 })
  const files = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('kept-files')).keys()
      return kept.filter(({ url }) => /\/drawings\/revisions\/\d+\.pdf\?(?!.*snapshot)/.test(url)).length
    })
  await expect.poll(files).toBe(1)
  await expect
    .poll(async () => (await ask<unknown[]>(page, 'GET', `/api/markups?project_id=${made.id}`)).length)
    .toBe(1)

  // A sheet that was opened once opens again.
  await lines.filter({ hasText: 'A1.1' }).click()
  await isDrawn(page)
  await page.context().setOffline(true)
  await page.reload()
  await isDrawn(page)
  await office.context().close()
})
