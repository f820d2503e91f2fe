import type { Page } from '@playwright/test'
import { runningClock } from '../clock/clock.ts'
import { ask, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, installedPhone } from './device.ts'
import { controlled, settled } from './settled.ts'

// A foreman's phone with the app installed.
test.use(installedPhone)

allowLostConnections()

/** Opens a page and waits until the app itself is cached. */
async function arrive(page: Page, path: string, mailbox = 'foreman') {
  await signIn(page, mailbox, path)
  await controlled(page)
}

/** Follows a link inside the app, as a tap on it would. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test(
  'what could not be loaded offline appears by itself when the network is back, after a reload too',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
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
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByText('No connection')).first()).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(title)).toBeVisible()
    await office.context().close()
  },
)

const wentOffline = (page: Page) => expect(page.getByText(/^No connection/).first()).toBeVisible()
/** The number of answers that the device keeps. */
const countKept = (page: Page, store: 'answers' | 'records') =>
  page.evaluate(async (name) => {
    const opening = indexedDB.open('plumbline kept')
    await new Promise((done) => opening.addEventListener('success', done))
    const counting = opening.result.transaction(name).objectStore(name).count()
    await new Promise((done) => counting.addEventListener('success', done))
    opening.result.close()
    return counting.result
  }, store)

/** When something on screen was last noted on the device as true, in milliseconds. */
const lastKept = (page: Page) =>
  page.evaluate(async () => {
    // As when the page is left.
    dispatchEvent(new Event('pagehide'))
    const opening = indexedDB.open('plumbline kept')
    await new Promise((done) => opening.addEventListener('success', done))
    const reading = opening.result.transaction('answers').objectStore('answers').getAll()
    await new Promise((done) => reading.addEventListener('success', done))
    opening.result.close()
    return Math.max(0, ...reading.result.map(({ as_of }: { as_of: number }) => as_of))
  })

/** Opens a page for long enough that the device has what it shows. */
async function look(page: Page, path: string, text: string) {
  await page.goto(path)
  await expect(page.getByText(text).first()).toBeVisible()
  await settled(page)
  const loaded = runningClock.now().getTime()
  await expect.poll(() => lastKept(page)).toBeGreaterThanOrEqual(loaded)
}

test(
  'every page opened before opens without a connection, in a fresh tab too, and tells how old it is',
  { tag: '@whole' },
  async ({ page }) => {
    const seen: readonly (readonly [path: string, text: string])[] = [
      ['/projects', 'Canyon Lakes Elementary'],
      ['/projects/1', 'Canyon Lakes Elementary'],
      ['/projects/1/rfis', 'Panel LP-2'],
      ['/projects/1/cost_codes', 'Underground conduit'],
      ['/rfis/15', 'Panel LP-2'],
    ]
    await arrive(page, '/')
    for (const [path, text] of seen) await look(page, path, text)
    const context = page.context()
    await context.setOffline(true)
    for (const [path, text] of seen) {
      const tab = await context.newPage()
      await tab.goto(path)
      await expect(tab.getByText(text).first()).toBeVisible()
      await expect(tab.getByText(/^No connection\. What you see is from \d+:\d\d/).first()).toBeVisible()
      await tab.close()
    }
    await page.goto('/projects/2')
    await wentOffline(page)
  },
)

test('signing out leaves nothing on the device that was read', { tag: '@whole' }, async ({ page }) => {
  await arrive(page, '/projects/1/rfis')
  await expect(page.getByText('Panel LP-2')).toBeVisible()
  await expect.poll(() => countKept(page, 'records')).toBeGreaterThan(5)
  await page.getByRole('button', { name: /your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/welcome')
  await expect.poll(() => countKept(page, 'records')).toBe(0)
})

test(
  'own projects open without a connection though nobody looked at them, with codes and conversation',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'admin')
    const draft = { customer_id: 1, name: unique('Never Seen'), number: unique('N') }
    await signIn(page, 'foreman')
    const { id: me } = await ask<{ id: number }>(page, 'GET', '/api/user')
    const project = await ask<{ id: number }>(office, 'POST', '/api/projects', {
      ...draft,
      project_users: [{ user_id: me }],
    })
    await ask(office, 'POST', `/api/projects/${project.id}/cost_codes`, { number: '010', name: 'Trench ahead' })
    const rfi = await ask<{ id: number }>(office, 'POST', `/api/projects/${project.id}/rfis`, {
      title: 'Asked ahead',
      question: 'Where?',
    })
    await ask(office, 'POST', `/api/rfis/${rfi.id}/send`)
    await ask(office, 'POST', `/api/rfis/${rfi.id}/messages`, { content: 'Behind the panel' })

    await arrive(page, '/')
    await page.reload()
    const isKept = (id: number) =>
      page.evaluate(async (key) => {
        const opening = indexedDB.open('plumbline kept')
        await new Promise((done) => opening.addEventListener('success', done))
        const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
        await new Promise((done) => reading.addEventListener('success', done))
        opening.result.close()
        return reading.result.some((one) => Array.isArray(one) && one[2] === key)
      }, `ahead ${id}`)
    await expect.poll(() => isKept(project.id)).toBe(true)
    await page.context().setOffline(true)
    await page.goto(`/projects/${project.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Never Seen')
    await page.goto(`/projects/${project.id}/cost_codes`)
    await expect(page.getByText('Trench ahead')).toBeVisible()
    await page.goto(`/projects/${project.id}/rfis/${rfi.id}`)
    await expect(page.getByText('Behind the panel')).toBeVisible()
    await page.goto('/timecard')
    await expect(page.getByLabel('Totals')).toContainText('0.00')
    await page.goto('/timecard?week=2020-01-05')
    await expect(page.getByLabel('Totals')).toContainText('—')
    await expect(page.getByLabel('Totals')).not.toContainText('0.00')
    await office.context().close()
  },
)

test(
  'the day stands on Home without a connection, after a restart too, with an answer that waits (rule home-today)',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'admin')
    await signIn(page, 'office')
    const { id: user_id } = await ask<{ id: number }>(page, 'GET', '/api/user')
    await ask(office, 'PATCH', `/api/users/${user_id}`, { schedulable: true })
    const confirmed = ['time_off', 'double_booking', 'ratio']
    const ids: number[] = []
    for (const day of [runningClock.day(), runningClock.day(1)]) {
      const work = { kind: 'assignment', project_id: 1, user_id, start_date: day, end_date: day, confirmed }
      ids.push((await ask<{ id: number }>(office, 'POST', '/api/schedule_events', work)).id)
    }
    await ask(office, 'POST', '/api/schedule_events/publish', { ids })
    await office.context().close()

    await arrive(page, '/', 'office')
    await look(page, '/', 'Directions')
    await expect(page.getByRole('link', { name: /^E\d/ })).toBeVisible()
    await settled(page)
    const context = page.context()
    await context.setOffline(true)
    await page.close()
    const tab = await context.newPage()
    await tab.goto('/')
    const job = tab.getByRole('article', { name: /^Canyon Lakes Elementary$/ })
    await expect(job.getByRole('link', { name: 'Directions' })).toBeVisible()
    await expect(job.getByRole('button', { name: 'Enter time' })).toBeVisible()
    const next = tab.getByRole('article', { name: /^Canyon Lakes Elementary, Tomorrow/ })
    await next.getByRole('button', { name: 'Confirm' }).click()
    await expect(next.getByText('You confirmed')).toBeVisible()
    await tab.reload()
    await expect(next.getByText('You confirmed')).toBeVisible()
    await context.setOffline(false)
    const answered = async () =>
      (
        await ask<{ jobs: { date: string; mine: { reply: string } | null }[] }>(
          tab,
          'GET',
          '/api/schedule_events/agenda',
        )
      ).jobs.map(({ date, mine }) => `${date} ${mine?.reply}`)
    await expect.poll(answered).toContain(`${runningClock.day(1)} confirmed`)
  },
)
