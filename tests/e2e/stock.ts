import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { dayIn } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { runningClock } from '../clock/clock.ts'
import { PASSWORD } from '../stock-server/company.ts'
import type { Dialect } from '../stock-server/dialect.ts'
import { startStockServer } from '../stock-server/stock-server.ts'
import { expect, test as base, tokenOf } from './app.ts'

export type Stock = Awaited<ReturnType<typeof startStockServer>>

/** The built front end on a server that answers only what the specification names. */
export const test = base.extend<{ dialect: Dialect; stock: Stock }>({
  dialect: [{}, { option: true }],
  stock: async ({ dialect }, provide) => {
    const page = fileURLToPath(new URL('../../dist', import.meta.url))
    const { now } = runningClock
    // It tells no time zone, so that pages have the browser's day.
    const today = dayIn(deviceZone, now())
    const stock = await startStockServer({ today, now, page, key: 'plumbline', dialect })
    await provide(stock)
    await stock.stop()
  },
  baseURL: ({ stock }, provide) => provide(stock.url),
})

export async function enter(page: Page, person: string, path = '/'): Promise<void> {
  const { request } = page.context()
  await request.get('/sanctum/csrf-cookie')
  const data = { email: `${person}@example.com`, password: PASSWORD }
  expect((await request.post('/login', { data, headers: await tokenOf(page.context()) })).status()).toBe(204)
  await page.goto(path)
  await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
}
export const another = async (browser: Browser, { url }: Stock): Promise<Page> =>
  (await browser.newContext({ baseURL: url, serviceWorkers: 'block' })).newPage()

/** What pages asked for again although the server had answered that there is no such thing. */
export function askedAgain({ requests }: Stock): string[] {
  const refused = requests
    // The page of a build for its own host asks for this before any script runs.
    .filter(({ status, path }) => [404, 405].includes(status) && path !== '/api/app')
    .map(({ method, path }) => `${method} ${path}`)
  return refused.filter((request, at) => refused.indexOf(request) < at)
}
