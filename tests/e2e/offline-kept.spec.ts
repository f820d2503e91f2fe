import type { Browser, Page } from '@playwright/test'
import { addDays, dayIn } from '../../src/lib/days.ts'
import { runningClock } from '../clock/clock.ts'
import { ask, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, installedPhone, photo } from './device.ts'
import { publish } from './published.ts'
import { controlled } from './settled.ts'

// A foreman's phone with the app installed.
test.use(installedPhone)

allowLostConnections()

/** Adds a photo to a record, whose preview is rendered. */
async function addPhoto(office: Page, at: string, name: string) {
  const bytes = photo.toString('base64')
  const id = await office.evaluate(
    async ([path, content, called]) => {
      const form = new FormData()
      form.set('file', new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], called))
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      const headers = { Accept: 'application/json', 'X-XSRF-TOKEN': token }
      return (await (await fetch(path, { method: 'POST', body: form, headers })).json()).id as number
    },
    [at, bytes, name] as const,
  )
  const state = async () =>
    (await ask<{ preview_state: string }>(office, 'GET', `/api/attachments/${id}`)).preview_state
  await expect.poll(state).toBe('ready')
  return id
}

/** A job with two sheets and a photo, on which the foreman is planned today. */
async function plannedJob(browser: Browser, baseURL: string | undefined) {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'manager')
  const [customer] = await ask<{ id: number }[]>(office, 'GET', '/api/customers')
  const name = unique('Kept')
  const draft = { name, number: unique('K'), customer_id: customer?.id }
  const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
  await publish(office, id, { number: 'E1.1', revision: '1' }, { number: 'A1.1', revision: '1' })
  await addPhoto(office, `/api/projects/${id}/attachments`, 'panel.png')
  const people = await ask<{ id: number; email: string }[]>(office, 'GET', '/api/users')
  const foreman = people.find(({ email }) => email === 'foreman@plumbline.test')
  const { time_zone } = await ask<{ time_zone: string }>(office, 'GET', '/api/app')
  const day = addDays(dayIn(time_zone, runningClock.now()), 1)
  const event = { kind: 'assignment', user_id: foreman?.id, project_id: id, start_date: day, end_date: day }
  const confirmed = ['time_off', 'double_booking', 'ratio']
  const { id: planned } = await ask<{ id: number }>(office, 'POST', '/api/schedule_events', { ...event, confirmed })
  await ask(office, 'POST', '/api/schedule_events/publish', { ids: [planned] })
  return { office, id, name }
}

test(
  'a job that one is planned on opens without a connection: a sheet never opened, a photo never seen',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const { office, id, name } = await plannedJob(browser, baseURL)
    await signIn(page, 'foreman')
    await controlled(page)
    await page.reload()
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'On this phone' }).click()
    await expect(page.getByRole('status').filter({ hasText: name })).toHaveText(
      new RegExp(`^${name}: all on this phone, \\d+:\\d\\d [AP]M, [\\d.]+ [KM]B$`),
    )
    // The tab is gone, and so is the network.
    const context = page.context()
    await context.setOffline(true)
    await page.close()
    const tab = await context.newPage()
    await tab.goto(`/projects/${id}/drawings`)
    await tab.getByRole('link', { name: /^A1.1/ }).click()
    await expect(tab.locator('canvas[data-drawn]')).toBeAttached()
    await expect(tab.getByRole('alert')).toHaveCount(0)
    await tab.goto(`/projects/${id}`)
    await expect(tab.getByText(`${name}: all on this phone`)).toBeVisible()
    await tab.getByRole('button', { name: 'Open panel.png' }).click()
    const shown = tab.getByRole('dialog').getByRole('img', { name: 'panel.png' })
    await expect(shown).toBeVisible()
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await office.context().close()
  },
)

test(
  'a picture that is not on the phone says so in its frame, and comes when the network does',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const { office, id } = await plannedJob(browser, baseURL)
    await signIn(page, 'foreman', `/projects/${id}`)
    await controlled(page)
    await page.reload()
    await expect(page.getByText(/: all on this phone, /)).toBeVisible()
    // Something has deleted what the line counted: it says so.
    await page.evaluate(async () => {
      for (const name of ['kept-files', 'previews']) await caches.delete(name)
    })
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/0 of 1 photo and 0 of 2 sheets, waiting for a connection/)).toBeVisible()
    const tile = page.getByRole('button', { name: 'Open panel.png' })
    await expect(tile).toContainText('Not on this phone')
    await page.context().setOffline(false)
    await expect(tile.locator('img')).toBeVisible()
    await expect(page.getByText(/: all on this phone, /)).toBeVisible()
    await office.context().close()
  },
)
