import { cpSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { startServer, type Started } from '../contract/server.ts'
import { freePort } from '../postgres.ts'
import { ask, dialog, expect, listening, row, signIn, test as base, unique } from './app.ts'
import { buildCopy, filesIn, readText, root } from './text-module.ts'

/** A module has at most this many formatted lines. */
const MOST_LINES = 220

interface Site {
  readonly copy: string
  readonly entry: string
  readonly server: Started
  /** Where a page may come from that is not the server's own. */
  readonly origin: string
}

/** One copy of the app serves all tests of this file: with the modules of two texts, built for an API at an address. */
const test = base.extend<object, { site: Site }>({
  site: [
    // Playwright infers from the empty pattern that the fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const recipe = /^### Add a setup module\n([\s\S]*?)(?=^#{2,3} )/m.exec(readText('README.md'))?.[1] ?? ''
      const [port, webPort] = [await freePort(), await freePort()]
      const built = await buildCopy({
        checked: filesIn(recipe),
        more: filesIn(readText('docs/A-DOMAIN.md')),
        apiUrl: `http://localhost:${port}`,
      })
      const origin = `http://localhost:${webPort}`
      const env = { PORT: String(port), FRONTEND_ORIGINS: origin }
      const server = { ...(await startServer({ entry: built.entry, env })), url: `http://localhost:${port}` }
      await provide({ ...built, server, origin })
      await server.stop()
    },
    { scope: 'worker', timeout: 0 },
  ],
})

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

test(
  'a domain of one page has a list, steps, guests, photos, a signature and works without a connection',
  { tag: '@whole' },
  async ({ browser, site }) => {
    const files = filesIn(readText('docs/A-DOMAIN.md'))
    const lines = [...files.values()].reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
    expect(lines).toBeLessThanOrEqual(MOST_LINES)
    expect([...files.values()].join('')).not.toMatch(/\bsql\b/)
    const open = async (mailbox: string, path: string) => {
      const context = await browser.newContext({ baseURL: site.server.url, serviceWorkers: 'block' })
      const page = await context.newPage()
      await signIn(page, mailbox, path)
      return page
    }
    const foreman = await open('foreman', '/projects/1/inspections')
    await expect(foreman.getByText('No inspections yet.')).toBeVisible()
    await foreman.context().setOffline(true)
    await foreman.getByRole('button', { name: 'Add inspection' }).first().click()
    const form = dialog(foreman, 'Add inspection')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toContainText('Title is required')
    await form.getByRole('textbox', { name: 'Title' }).fill('Rough-in, corridor B')
    await form.getByRole('button', { name: 'Add to points' }).click()
    await form.getByRole('textbox', { name: 'Text' }).fill('Boxes set')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(foreman).toHaveURL(/inspections\/-\d+$/)
    await foreman.getByRole('button', { name: 'Failed' }).click()
    const reason = dialog(foreman, 'Failed')
    await reason.getByRole('button', { name: 'Failed' }).click()
    await expect(reason).toContainText('Add what has to be put right.')
    await reason.getByRole('textbox', { name: 'What has to be put right' }).fill('Two boxes are loose.')
    await reason.getByRole('button', { name: 'Failed' }).click()
    await expect(foreman.getByText('Two boxes are loose.')).toBeVisible()
    await foreman.getByRole('textbox', { name: 'Reply' }).fill('Both are fixed.')
    await foreman.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(foreman.getByRole('button', { name: '2 entries not sent' })).toBeVisible()

    const manager = await open('manager', '/projects/1/inspections')
    await expect(manager.getByText('No inspections yet.')).toBeVisible()
    await foreman.context().setOffline(false)
    await expect(foreman).toHaveURL(/inspections\/\d+$/)
    await expect(foreman.getByRole('button', { name: /not sent/ })).toBeHidden()
    await manager.getByRole('link', { name: /Rough-in, corridor B/ }).click()
    await expect(manager.getByText('Both are fixed.')).toBeVisible()
    await manager.getByRole('button', { name: 'Passed' }).click()
    const passing = dialog(manager, 'Passed')
    await passing.getByRole('textbox', { name: 'Inspector' }).fill('J. Ruiz')
    await passing.getByRole('button', { name: 'Passed' }).click()
    await expect(foreman.getByText('J. Ruiz')).toBeVisible()
    await expect(foreman.getByText('Passed', { exact: true }).last()).toBeVisible()

    // A guest sees what is shared, and is offered no steps.
    const [item] = await ask<{ id: number }[]>(manager, 'GET', '/api/projects/1/inspections')
    const guest = await open('customer', '/projects/1/inspections')
    await expect(guest.getByText('No inspections yet.')).toBeVisible()
    await ask(manager, 'PATCH', `/api/projects/1/inspections/${item?.id}`, { shared: true })
    await guest.getByRole('link', { name: /Rough-in, corridor B/ }).click()
    await expect(guest.getByText('J. Ruiz')).toBeVisible()
    await expect(guest.getByRole('button', { name: 'Request again' })).toHaveCount(0)
    for (const page of [foreman, manager, guest]) await page.context().close()
  },
)

test(
  'the front end built for an API on another host works there, live events included',
  { tag: '@whole' },
  async ({ browser, site }) => {
    const { origin } = site
    const web = createServer((incoming, answer) => {
      const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
      const path = extname(pathname) ? pathname : '/index.html'
      readFile(join(site.copy, 'dist', path)).then(
        (body) =>
          answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body),
        () => answer.writeHead(404).end(),
      )
    }).listen(Number(new URL(origin).port), 'localhost')
    const open = async (): Promise<Page> =>
      (await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })).newPage()
    const [one, other] = [await open(), await open()]
    for (const [page, who] of [
      [one, 'admin'],
      [other, 'foreman'],
    ] as const) {
      await page.goto('/')
      // The facts of this company come from its server, on another host.
      await expect(page).toHaveTitle(/Three Rivers Electric/)
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
      await dialog(page).getByRole('textbox', { name: 'Email', exact: true }).fill(`${who}@plumbline.test`)
      await dialog(page).getByLabel('Password', { exact: true }).fill('plumbline')
      await dialog(page).getByRole('button', { name: 'Submit' }).click()
      await expect(page.getByRole('heading', { name: /^Good/ })).toBeVisible()
      await listening(page, 'customers', () => page.goto('/customers'))
    }
    const name = unique('AAA Across')
    await one.getByRole('button', { name: 'Add customer' }).click()
    await dialog(one).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await dialog(one).getByRole('button', { name: 'Save' }).click()
    await expect(row(other, name)).toBeVisible()
    await other.context().close()
    await one.context().close()
    web.closeAllConnections()
    web.close()
  },
)

// The last one, since it takes the module away.
test(
  'the README’s setup module works as written, and can be removed completely',
  { tag: '@whole' },
  async ({ browser, site }) => {
    const page = await (await browser.newContext({ baseURL: site.server.url, serviceWorkers: 'block' })).newPage()
    await signIn(page, 'admin', '/setup')
    await page.getByRole('main').getByRole('link', { name: 'Holidays' }).click()
    await expect(page.getByText('No holidays yet.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Add holiday' }).first().click()
    const form = dialog(page, /Add holiday/i)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
      /Name is required/,
    )
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Independence Day')
    await form.getByRole('textbox', { name: 'Date' }).fill('7/4/2027')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toContainText('7/4/27')
    await page.context().close()
    await site.server.stop()

    // Without the module the sources are the repository's again, whose front end is built already.
    const { copy } = site
    rmSync(join(copy, 'modules/holidays'), { recursive: true })
    rmSync(join(copy, 'dist'), { recursive: true })
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
    const after = await startServer({ entry: site.entry, dataDir: site.server.dataDir })
    const again = await (
      await browser.newContext({ baseURL: `http://localhost:${after.port}`, serviceWorkers: 'block' })
    ).newPage()
    await signIn(again, 'admin', '/setup')
    await expect(again.getByRole('main').getByRole('link', { name: 'Phases' })).toBeVisible()
    await expect(again.getByRole('main').getByRole('link', { name: 'Holidays' })).toHaveCount(0)
    await again.goto('/setup/holidays')
    await expect(again.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await again.context().close()
    await after.stop()
  },
)
