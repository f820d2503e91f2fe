import { fileURLToPath } from 'node:url'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import '../clock/set-in-node.ts'
import { shiftDate } from '../clock/shift-date.ts'
import { clockOffset } from '../clock/today.ts'
import { removeFolders, startSampleServer, type Started } from '../contract/server.ts'
import { watchTexts } from './page-text.ts'
import { followRequests } from './settled.ts'

export { expect }

/** The server as `npm start` runs it. */
const built = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))
/** Console messages that tests cause intentionally: refused requests and a missing network. */
const told =
  /Failed to load resource: (the server responded with a status of (401|403|404|409|410|419|422|503)|net::ERR_)/
const known = /Service Worker registration blocked by Playwright/

/** What the pages of the current test complained of, in any browser context. */
const complaints: string[] = []
function followConsole(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !told.test(message.text()) && !known.test(message.text()))
      complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
}

interface Fixtures {
  /** The console errors of all pages, which must be empty. */
  complaints: string[]
}
interface Shared {
  server: Started
  /** Sets the tests' date in the pages of every browser context, and follows their requests. */
  contexts: void
}

/** Moves the pointer away from each document: some browsers take it to be in the corner, over the sidebar. */
const restPointers = (context: BrowserContext): void =>
  void context.on('page', (page) => {
    // A page may be closed at once.
    page.on('domcontentloaded', () => void page.mouse.move(-10, -10).catch(() => {}))
  })

/** Tests use the built app on the real server, which is started once per run. Console errors fail a test. */
export const test = base.extend<Fixtures, Shared>({
  server: [
    // Playwright infers from the empty pattern that the fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await startSampleServer({ entry: built })
      await provide(server)
      const { exitCode, signalCode } = server.process
      await server.stop()
      removeFolders()
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The server ended by itself (${exitCode ?? signalCode}):\n${server.output()}`)
    },
    // A start takes as long as the machine is busy, whatever the test's own limit.
    { scope: 'worker', timeout: 0 },
  ],
  contexts: [
    async ({ browser }, provide) => {
      browser.on('context', followRequests)
      browser.on('context', restPointers)
      browser.on('context', watchTexts)
      browser.on('context', followConsole)
      if (clockOffset !== 0) browser.on('context', (context) => void context.addInitScript(shiftDate, clockOffset))
      await provide()
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ server }, provide) => provide(`http://localhost:${server.port}`),
  complaints: [
    // Playwright infers from the empty pattern that the fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      complaints.length = 0
      await provide(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** The CSRF header for requests that a test sends itself. */
export async function tokenOf(context: BrowserContext): Promise<Record<string, string>> {
  const found = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')
  return { 'X-XSRF-TOKEN': decodeURIComponent(found?.value ?? ''), Accept: 'application/json' }
}

/** Signs in without the dialog, which has its own tests, and opens a page. */
export async function signIn(page: Page, mailbox: string, path = '/'): Promise<void> {
  const { request } = page.context()
  await request.get('/sanctum/csrf-cookie')
  const answer = await request.post('/login', {
    data: { email: `${mailbox}@plumbline.test`, password: 'plumbline' },
    headers: await tokenOf(page.context()),
  })
  expect(answer.status()).toBe(204)
  await page.goto(path)
  await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
}

/** Sends an API request as the page's user, to prepare a test. */
export async function ask<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const headers = await tokenOf(page.context())
  // A connection that the server closes for being idle may be chosen for the next request: that one is sent again.
  const answer = await page.context().request.fetch(path, { method, data, headers, maxRetries: 2 })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.status() === 204 ? (undefined as T) : answer.json()
}

let count = 0
/** A unique name. */
export const unique = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}${count++}`

/** Resolves when the page's socket has subscribed to this prefix, so that later events arrive. */
export async function listening(page: Page, prefix: string, act: () => Promise<unknown>): Promise<void> {
  const joined = new Promise<void>((done) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload)
        if (text.includes('subscription_succeeded') && text.includes(`private-${prefix}.`)) done()
      }),
    )
  })
  await act()
  await joined
}

export const dialog = (page: Page, name?: string | RegExp) => page.getByRole('dialog', { ...(name && { name }) })
export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
