import { execFileSync } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test as base, type Page } from '@playwright/test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
/** Any path: the demo knows none. */
const PLACE = '/try/plumbline/'
/** What may be loaded before the first screen, in bytes as they lie in the folder. */
const MOST = 4_000_000

/** The folder of the demo on a host of plain files, which knows neither the app nor its addresses. */
async function serveFiles(folder: string): Promise<Server> {
  const server = createServer(({ url = '' }, answer) => {
    const path = new URL(url, 'http://host').pathname
    const file = join(folder, path.slice(PLACE.length) || 'index.html')
    const found = path.startsWith(PLACE) && statSync(file, { throwIfNoEntry: false })?.isFile()
    answer.writeHead(found ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
    if (found) createReadStream(file).pipe(answer)
    else answer.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

const test = base.extend<object, { demo: string }>({
  demo: [
    // Playwright infers from the empty pattern that the fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-demo-'))
      execFileSync(process.execPath, [join(root, 'src/build-demo.ts'), folder], { cwd: root, stdio: 'ignore' })
      const server = await serveFiles(folder)
      await provide(`http://127.0.0.1:${(server.address() as AddressInfo).port}${PLACE}`)
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

const isUp = (page: Page) => expect(page.getByRole('button', { name: /your account/ })).toBeVisible()

/** Whether the company that is kept in the browser's own folder says this somewhere. */
async function isKept(said: string): Promise<boolean> {
  for await (const one of (await navigator.storage.getDirectory()).values())
    if (one instanceof FileSystemFileHandle && (await (await one.getFile()).text()).includes(said)) return true
  return false
}

test.use({ serviceWorkers: 'allow' })

test(
  'a stranger is two people in two tabs of the demo, who see each other’s changes, and starts over',
  { tag: '@whole' },
  async ({ page, context, demo }) => {
    const { origin } = new URL(demo)
    const others: string[] = []
    const failed: string[] = []
    let bytes = 0
    context.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('blob:')) others.push(request.url())
    })
    context.on('response', async (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
      bytes += Number(answer.headers()['content-length'] ?? (await answer.body().catch(() => '')).length)
    })
    await page.goto(demo)
    await page.getByRole('link', { name: /Project manager/ }).click()
    await isUp(page)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(bytes).toBeLessThan(MOST)

    await page.goto(`${demo}?as=manager#/projects/1/rfis/1`)
    await isUp(page)
    await expect(page).toHaveURL(/#\/projects\/1\/rfis\/1$/)
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()

    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page
        .getByRole('button', { name: 'Demo' })
        .click()
        .then(() => page.getByRole('menuitem', { name: /Open a tab as Foreman/ }).click()),
    ])
    await isUp(other)
    await other.getByRole('link', { name: 'Projects' }).first().click()
    await expect(other).toHaveURL(/\?as=foreman#\/projects$/)
    await other.goto(`${demo}?as=foreman#/projects/1/rfis/1`)
    await isUp(other)
    const said = `Seen on site ${test.info().workerIndex}`
    await page.getByRole('textbox', { name: 'Reply' }).fill(said)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(other.getByText(said)).toBeVisible()

    // What draws pages of PDFs comes once the first screen is there.
    await page.goto(`${demo}?as=manager#/projects/1/drawings`)
    await isUp(page)
    const picture = page.locator('main img').first()
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100)
    await page.goto(`${demo}?as=manager#/projects/1/rfis/1`)
    await isUp(page)

    // The worker ends with the last page, and what it kept is there at the next visit.
    await expect.poll(() => page.evaluate(isKept, said)).toBe(true)
    await other.close()
    const [next] = await Promise.all([context.newPage(), page.close()])
    await next.goto(`${demo}?as=manager#/projects/1/rfis/1`)
    await isUp(next)
    await expect(next.getByText(said)).toBeVisible()
    expect({ others, failed }).toEqual({ others: [], failed: [] })

    await next.getByRole('button', { name: 'Demo' }).click()
    await next.getByRole('menuitem', { name: 'Start over' }).click()
    await next.getByRole('alertdialog').getByRole('button', { name: 'Start over' }).click()
    await next.getByRole('link', { name: /Project manager/ }).click()
    await isUp(next)
    await next.goto(`${demo}?as=manager#/projects/1/rfis/1`)
    await isUp(next)
    await expect(next.getByRole('heading', { level: 1 })).not.toBeEmpty()
    await expect(next.getByText(said)).toHaveCount(0)
    expect(others).toEqual([])
  },
)
