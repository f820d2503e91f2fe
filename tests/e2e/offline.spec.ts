import type { Browser, Locator, Page } from '@playwright/test'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, installedPhone } from './device.ts'
import { controlled } from './settled.ts'

// A foreman's phone with the app installed.
test.use(installedPhone)

allowLostConnections()

interface Entry {
  id: number
  hours: number
  user_name: string
}

/** Creates a project for a test, and a browser of the office. */
async function startSite(browser: Browser, baseURL: string | undefined) {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'admin')
  const draft = { customer_id: 1, name: unique('Out There'), number: unique('O') }
  const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
  await ask(office, 'POST', `/api/projects/${id}/cost_codes`, { number: '010', name: 'Trench' })
  return {
    path: `/projects/${id}`,
    entries: () => ask<Entry[]>(office, 'GET', `/api/time_entries?project_id=${id}`),
    archive: () => ask(office, 'POST', `/api/projects/${id}/archive`),
    unarchive: () => ask(office, 'POST', `/api/projects/${id}/unarchive`),
    close: () => office.context().close(),
  }
}

/** Opens the project's page and waits until everything is cached, so that it works offline. */
async function arrive(page: Page, path: string, mailbox = 'foreman') {
  await signIn(page, mailbox, path)
  await controlled(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Out There')
}

/** Fills in Enter Time for the user and a colleague, without saving. */
async function fillIn(page: Page) {
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'Enter time' }).click()
  const form = dialog(page, /Time Entry/)
  await form.getByRole('button', { name: 'Add member' }).click()
  const people = dialog(page, 'Add member')
  await people.getByText('Kim Tran').click()
  await people.getByRole('button', { name: 'Add 1 person' }).click()
  await form.getByRole('spinbutton', { name: 'Hours of Luis Ortega' }).fill('1')
  const code = form.getByRole('combobox', { name: 'Cost code' }).first()
  await code.click()
  await page.getByRole('option', { name: /Trench/ }).click()
  await expect(code).toHaveValue(/Trench/)
  await form.getByRole('button', { name: 'Same for all' }).click()
  return form
}
async function save(form: Locator) {
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}
const enter = async (page: Page) => save(await fillIn(page))
async function enterOffline(page: Page) {
  const form = await fillIn(page)
  await page.context().setOffline(true)
  await save(form)
}

const unsent = (page: Page) => page.getByRole('button', { name: /not sent/ })
const bar = (page: Page, words: string) => page.locator('[role=status]', { hasText: words }).first()
const SAFE = 'No connection. 2 entries are safe on this phone.'

test(
  'hours entered offline survive a reload and closing the app, and are sent once when online',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await arrive(page, site.path)
    await enterOffline(page)
    await expect(bar(page, SAFE)).toBeVisible()
    await expect(unsent(page)).toHaveAccessibleName('2 entries not sent')

    await page.reload()
    await expect(bar(page, SAFE)).toBeVisible()
    await unsent(page).click()
    const list = dialog(page, 'Not sent yet')
    await expect(list).toContainText('Luis Ortega')
    await expect(list).toContainText(': 1.00 h')
    await expect(list).toContainText('Waiting')

    const context = page.context()
    // A page that is closed while it loads its screen complains that it could not.
    await expect(page.locator('h1')).toBeVisible()
    await page.close({ runBeforeUnload: false })
    expect(await site.entries()).toEqual([])
    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto(site.path)
    await expect(async () => expect(await site.entries()).toHaveLength(2)).toPass()
    await expect(unsent(again)).toBeHidden()
    expect((await site.entries()).map(({ user_name, hours }) => `${user_name} ${hours}`).sort()).toEqual([
      'Kim Tran 1',
      'Luis Ortega 1',
    ])
    await site.close()
  },
)

test('a lost response does not enter hours twice', { tag: '@whole' }, async ({ page, browser, baseURL }) => {
  const site = await startSite(browser, baseURL)
  await arrive(page, site.path)
  let [sent, isCut] = [0, true]
  await page.context().route('**/store_many', async (route) => {
    sent++
    if (!isCut) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await enter(page)
  await expect(unsent(page)).toBeVisible()
  expect(await site.entries()).toHaveLength(2)
  isCut = false
  await unsent(page).click()
  await dialog(page).getByRole('button', { name: 'Send now' }).click()
  await expect(dialog(page)).toContainText('Nothing is waiting to be sent.')
  expect(sent).toBeGreaterThan(1)
  expect(await site.entries()).toHaveLength(2)
  await site.close()
})

test(
  'a refused entry stays with the server’s message, and can be corrected and sent',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await arrive(page, site.path)
    await enterOffline(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await site.archive()
    await page.context().setOffline(false)
    await page.getByText('2 entries were not accepted.').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    const list = dialog(page, 'Not sent yet')
    await expect(list).toContainText('This project is archived.')
    await list.getByRole('button', { name: 'Try again' }).click()
    await expect(list).toContainText('Not accepted')

    await list.getByRole('button', { name: 'Change' }).click()
    const sheet = dialog(page, /Time Entry/)
    await expect(sheet).toContainText('This project is archived.')
    await expect(sheet.getByRole('spinbutton', { name: 'Hours of Kim Tran' })).toHaveValue('1.00')
    await sheet.getByRole('spinbutton', { name: 'Hours of Kim Tran' }).fill('1.5')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toContainText('This project is archived.')
    await site.unarchive()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
    await expect(list).toContainText('Nothing is waiting to be sent.')
    expect((await site.entries()).map(({ hours }) => hours).sort()).toEqual([1, 1.5])
    await site.close()
  },
)

test('an unsent entry can be discarded after a confirmation', { tag: '@whole' }, async ({ page, browser, baseURL }) => {
  const site = await startSite(browser, baseURL)
  await arrive(page, site.path)
  await enterOffline(page)
  await unsent(page).click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page, 'Not sent yet')).toContainText('Kim Tran')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page, 'Not sent yet')).toContainText('Nothing is waiting to be sent.')
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(unsent(page)).toBeHidden()
  expect(await site.entries()).toEqual([])
  await site.close()
})

test(
  'signing out asks first; the next user does not see the entries, and their owner’s next session sends them',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await arrive(page, site.path)
    await page.context().route('**/store_many', (route) => route.abort('connectionfailed'))
    await enter(page)
    await expect(unsent(page)).toBeVisible()
    const logout = async () => {
      await page.getByRole('button', { name: /your account/ }).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    }
    await logout()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(
      '2 entries have not been sent. They stay on this phone until you sign in again.',
    )
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await logout()
    await question.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/welcome')
    await page.context().unroute('**/store_many')

    await signIn(page, 'manager', site.path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Out There')
    await expect(unsent(page)).toBeHidden()
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/welcome')
    expect(await site.entries()).toEqual([])

    await signIn(page, 'foreman', site.path)
    await expect(async () => expect(await site.entries()).toHaveLength(2)).toPass()
    await expect(unsent(page)).toBeHidden()
    await site.close()
  },
)

test(
  'if the session ends during input, the entry is sent after signing in again',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await arrive(page, site.path)
    const form = await fillIn(page)
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('2 entries are safe on this phone. Sign in again to send them.')).toBeVisible()
    await expect(page).toHaveURL('/welcome')
    await signIn(page, 'foreman', site.path)
    await expect(async () => expect(await site.entries()).toHaveLength(2)).toPass()
    await site.close()
  },
)

test(
  'two tabs show the same count, and only one of them sends',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await arrive(page, site.path)
    const other = await page.context().newPage()
    await other.goto(site.path)
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await page.bringToFront()
    await enterOffline(page)
    for (const tab of [page, other]) await expect(unsent(tab)).toHaveAccessibleName('2 entries not sent')
    let sent = 0
    page.context().on('request', (request) => void (request.url().includes('store_many') && sent++))
    await page.context().setOffline(false)
    for (const tab of [page, other]) await expect(unsent(tab)).toBeHidden()
    expect([sent, (await site.entries()).length]).toEqual([1, 2])
    await site.close()
  },
)

test(
  'without browser storage, an offline save fails with a message and keeps the input',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const site = await startSite(browser, baseURL)
    await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
    await arrive(page, site.path)
    const form = await fillIn(page)
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('This browser keeps nothing. Changes need a connection here.')
    await expect(form.getByRole('spinbutton', { name: 'Hours of Kim Tran' })).toHaveValue('1.00')
    await page.context().setOffline(false)
    await save(form)
    expect(await site.entries()).toHaveLength(2)
    await site.close()
  },
)
