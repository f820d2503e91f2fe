import { appendFileSync, cpSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { startServer, temporaryFolder, type Started } from '../contract/server.ts'
import { ask, dialog, expect, signIn, test as base, unique } from './app.ts'
import { controlled } from './settled.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A separate server, of which a newer version can be installed. */
const test = base.extend<{ site: Started & { install(): void } }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, provide) => {
    const copy = temporaryFolder()
    for (const name of ['src', 'modules', 'dist', 'package.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const server = await startServer({ entry: join(copy, 'src/server/main.ts') })
    const worker = join(copy, 'dist/sw.js')
    await provide({
      ...server,
      install() {
        rmSync(`${worker}.br`)
        appendFileSync(worker, '\n// The next version.\n')
      },
    })
    await server.stop()
  },
})

/** Opens a signed-in browser that has cached the app. */
async function openBrowser(browser: Browser, site: Started): Promise<Page> {
  const context = await browser.newContext({ baseURL: `http://localhost:${site.port}`, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page, 'manager', '/')
  await controlled(page)
  return page
}

/** Counts the page loads of a tab. */
function countLoads(page: Page) {
  const counted = { loads: 0 }
  page.on('load', () => counted.loads++)
  return counted
}
/** Lets a tab check for a newer version, as browsers do periodically. */
const look = (page: Page) => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
const reload = (page: Page) => page.getByRole('button', { name: 'New version: reload' })
const waiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)

async function typeCustomer(page: Page) {
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const name = dialog(page, 'Add Customer').getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half typed')
  return name
}

test(
  'a new version waits for unsaved input in any tab, and then all tabs reload @whole',
  { tag: '@whole' },
  async ({ browser, site }) => {
    const idle = await openBrowser(browser, site)
    const [adding, replying] = [await idle.context().newPage(), await idle.context().newPage()]
    const name = await typeCustomer(adding)
    const [project] = await ask<{ id: number }[]>(idle, 'GET', '/api/projects')
    const draft = { number: 901, title: unique('Reply'), question: 'Where?' }
    const rfi = await ask<{ id: number }>(idle, 'POST', `/api/projects/${project?.id}/rfis`, draft)
    await replying.goto(`/projects/${project?.id}/rfis/${rfi.id}`)
    const reply = replying.getByRole('textbox', { name: 'Reply' })
    await reply.fill('Half said')
    const tabs = [idle, adding, replying]
    const counts = tabs.map(countLoads)

    site.install()
    await look(idle)
    for (const tab of [idle, replying]) await expect(reload(tab)).toBeVisible()
    await expect(name).toHaveValue('Half typed')
    await expect(reply).toHaveValue('Half said')

    await adding.getByRole('button', { name: 'Cancel' }).click()
    await adding.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog(adding)).toBeHidden()
    // Closed and crashed tabs do not block the update.
    const third = await idle.context().newPage()
    await typeCustomer(third)
    await third.close()
    expect(await waiting(idle)).toBe(true)
    expect(counts.map(({ loads }) => loads)).toEqual([0, 0, 0])
    await expect(reply).toHaveValue('Half said')

    await reply.fill('')
    await expect(() => expect(counts.map(({ loads }) => loads)).toEqual([1, 1, 1])).toPass()
    for (const tab of tabs) await expect(reload(tab)).toBeHidden()
    expect(await waiting(idle)).toBe(false)
    await idle.context().close()
  },
)

test('a user can reload at once: after a confirmation all tabs reload @whole', async ({ browser, site }) => {
  const one = await openBrowser(browser, site)
  const other = await one.context().newPage()
  const name = await typeCustomer(other)
  const counts = [one, other].map(countLoads)
  site.install()
  await look(one)
  await reload(one).click()
  await one.getByRole('alertdialog', { name: 'Reload now?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Half typed')
  expect(counts.map(({ loads }) => loads)).toEqual([0, 0])
  await reload(one).click()
  await one.getByRole('alertdialog', { name: 'Reload now?' }).getByRole('button', { name: 'Reload' }).click()
  await expect(() => expect(counts.map(({ loads }) => loads)).toEqual([1, 1])).toPass()
  await one.context().close()
})

test('without unsaved input the new version starts by itself', { tag: '@whole' }, async ({ browser, site }) => {
  const page = await openBrowser(browser, site)
  const counted = countLoads(page)
  site.install()
  await look(page)
  await expect(() => expect(counted.loads).toBe(1)).toPass()
  expect(await waiting(page)).toBe(false)
  await page.context().close()
})
