import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { args, executablePath } from '../browser.ts'
import { temporaryFolder } from '../contract/server.ts'
import { createRandom } from '../faults/random.ts'
import { isThorough } from '../tier.ts'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { cached, photo } from './device.ts'
import { followRequests } from './settled.ts'

const KILLS = isThorough ? 50 : 5
/** Within so many milliseconds of the connection, something of the queue is on its way. */
const SENDING = 600

interface Device {
  readonly context: BrowserContext
  readonly page: Page
  kill(): Promise<void>
}

/** Starts a browser of its own with this profile, which Playwright's could not be killed without noticing. */
async function startBrowser(profile: string): Promise<Device> {
  const child: ChildProcess = spawn(
    executablePath ?? chromium.executablePath(),
    [
      ...args,
      '--headless',
      '--remote-debugging-port=0',
      '--window-size=1280,900',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // With all its processes: what is started may be a script around the browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const gone = once(child, 'exit')
  const address = await new Promise<string>((done) => {
    let said = ''
    child.stderr?.on('data', (text) => {
      said += String(text)
      const [, found] = /DevTools listening on (\S+)/.exec(said) ?? []
      if (found) done(found)
    })
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context.')
  followRequests(context)
  return {
    context,
    page: await context.newPage(),
    async kill() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await gone
      await browser.close()
    },
  }
}

test(
  'a browser that is killed again and again while it sends what waits sends everything once',
  { tag: '@whole' },
  async ({ baseURL, page: office }) => {
    const random = createRandom('browser kills')
    const profile = temporaryFolder()
    await signIn(office, 'admin')
    const draft = { customer_id: 1, name: unique('Killed'), number: unique('K') }
    const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
    const titles: string[] = []
    /** Each RFI with its replies, and how many files each of those has. */
    async function arrived() {
      const saved = await ask<{ id: number; title: string }[]>(office, 'GET', `/api/projects/${id}/rfis`)
      const all = saved.map(async (rfi) => {
        const messages = await ask<{ id: number; content: string }[]>(office, 'GET', `/api/rfis/${rfi.id}/messages`)
        const filesOf = async (message: { id: number }) =>
          (await ask<unknown[]>(office, 'GET', `/api/messages/${message.id}/attachments`)).length
        return [rfi.title, await Promise.all(messages.map(async (one) => [one.content, await filesOf(one)]))]
      })
      return (await Promise.all(all)).sort()
    }
    const unsent = (page: Page) => page.getByRole('button', { name: /not sent/ })
    for (let kill = 0; kill <= KILLS; kill++) {
      const { context, page, kill: end } = await startBrowser(profile)
      const to = (path: string) => new URL(path, baseURL).href
      await context.request.get(to('/sanctum/csrf-cookie'))
      const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
      const answer = await context.request.post(to('/login'), {
        data: { email: 'manager@plumbline.test', password: 'plumbline' },
        headers: { 'X-XSRF-TOKEN': decodeURIComponent(token), Accept: 'application/json' },
      })
      expect(answer.status()).toBe(204)
      await page.goto(to(`/projects/${id}/rfis`))
      // This browser takes the pointer to be in the corner, over the sidebar.
      await page.mouse.move(-10, -10)
      await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
      if (kill === KILLS) {
        await expect.poll(arrived).toEqual(titles.map((name) => [name, [[`About ${name}`, 1]]]).sort())
        await expect(unsent(page)).toBeHidden()
        await end()
        break
      }
      await cached(page)
      await context.setOffline(true)
      const title = unique('Waiting')
      titles.push(title)
      await page.getByRole('button', { name: 'Add RFI' }).first().click()
      const form = dialog(page, 'Add RFI')
      await form.getByRole('textbox', { name: 'Title' }).fill(title)
      await form.getByRole('textbox', { name: 'Question' }).fill('Which one?')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await page.getByRole('textbox', { name: 'Reply' }).fill(`About ${title}`)
      const reply = page.getByRole('form', { name: /Reply/ })
      await reply
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'panel.png', mimeType: 'image/png', buffer: photo })
      await reply.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('article').filter({ hasText: `About ${title}` })).toBeVisible()
      await context.setOffline(false)
      await wait(random.below(SENDING))
      await end()
    }
  },
)
