import type { Browser, Page } from '@playwright/test'
import { ask, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, installedPhone } from './device.ts'
import { publish } from './published.ts'
import { controlled } from './settled.ts'

// A small window with a mouse, on which nothing is kept that nobody asked for.
test.use({ ...installedPhone, hasTouch: false, isMobile: false })

allowLostConnections()

const isDrawn = (page: Page) => expect(page.locator('canvas[data-drawn]')).toBeAttached()

/** A new project with two published sheets, which the office is signed in to and a phone looks at. */
async function start(page: Page, browser: Browser, baseURL: string | undefined) {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'manager')
  const [customer] = await ask<{ id: number }[]>(office, 'GET', '/api/customers')
  const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', {
    name: unique('Field'),
    number: unique('F'),
    customer_id: customer?.id,
  })
  await publish(office, id, { number: 'E1.1', revision: '1' }, { number: 'A1.1', revision: '1' })
  const tab = `/projects/${id}/drawings`
  await signIn(page, 'foreman', tab)
  await controlled(page)
  const lines = page.getByRole('listitem').filter({ hasText: /Rev \d/ })
  return { office, id, tab, lines, kept: lines.filter({ has: page.getByLabel('On this device') }) }
}

async function keepElectrical(page: Page) {
  await page.getByRole('button', { name: 'Keep on this device' }).click()
  await page.getByRole('menuitem', { name: /^Electrical · \d+ KB/ }).click()
  await expect(page.getByRole('button', { name: /^Electrical on this device/ })).toBeVisible()
}

test(
  'a discipline is kept on the phone, opens and is marked without a connection',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const { office, id, tab, lines, kept } = await start(page, browser, baseURL)
    await keepElectrical(page)
    await expect(kept).toHaveCount(1)
    await expect(kept).toContainText('E1.1 Level 1 plan Rev 1')

    await page.context().setOffline(true)
    await lines.filter({ hasText: 'E1.1' }).getByRole('link').click()
    await isDrawn(page)
    await page.getByRole('button', { name: 'Cloud' }).click()
    const box = await page.getByRole('application').boundingBox()
    if (!box) throw new Error('There is no sheet.')
    await page.mouse.move(box.x + 150, box.y + 330)
    await page.mouse.down()
    await page.mouse.move(box.x + 220, box.y + 380, { steps: 4 })
    await page.mouse.up()
    await page.reload()
    await page.getByRole('button', { name: 'What is on this sheet' }).click()
    await expect(page.getByText('Markups 1')).toBeVisible()
    // What was neither kept nor opened says so.
    await page.goto(tab)
    await lines.filter({ hasText: 'A1.1' }).getByRole('link').click()
    await expect(page.getByRole('alert')).toContainText('This sheet is not on this device')
    await page.context().setOffline(false)
    await expect.poll(async () => (await ask<unknown[]>(page, 'GET', `/api/markups?project_id=${id}`)).length).toBe(1)
    await office.context().close()
  },
)

test(
  'a kept sheet is replaced by its next revision, and one that was opened once opens again',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const { office, id, tab, lines, kept } = await start(page, browser, baseURL)
    await keepElectrical(page)
    await publish(office, id, { number: 'E1.1', revision: '2' })
    // It is fetched by itself, and the old one goes.
    await page.goto(tab)
    await expect(kept).toContainText('E1.1 Level 1 plan Rev 2')
    const files = () =>
      page.evaluate(async () => {
        const found = await (await caches.open('kept-files')).keys()
        return found.filter(({ url }) => /\/drawings\/revisions\/\d+\.pdf\?(?!.*snapshot)/.test(url)).length
      })
    await expect.poll(files).toBe(1)

    await lines.filter({ hasText: 'A1.1' }).getByRole('link').click()
    await isDrawn(page)
    await page.context().setOffline(true)
    await page.reload()
    await isDrawn(page)
    await office.context().close()
  },
)
