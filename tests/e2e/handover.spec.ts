import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipped } from '../unzip.ts'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'

const NAME = 'a job is made into a package, and its index is searched from a folder, without a server'
test(NAME, { tag: '@whole' }, async ({ page, browser }) => {
  await signIn(page, 'manager')
  const title = unique('<img src=x onerror=alert(1)>')
  await ask(page, 'POST', '/api/projects/1/rfis', { title, question: 'Which relay governs?' })
  await page.goto('/projects/1')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Closeout package…' }).click()
  const name = unique('Closeout')
  await dialog(page, 'Closeout package').getByLabel('Title').fill(name)
  await dialog(page, 'Closeout package').getByRole('checkbox', { name: 'Tasks' }).uncheck({ force: true })
  await dialog(page, 'Closeout package').getByRole('button', { name: 'Make package' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download' }).click({ timeout: 30_000 })
  const folder = join(tmpdir(), `plumbline-handover-${crypto.randomUUID()}`)
  try {
    for (const [path, read] of await unzipped(await (await download).path())) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), await read())
    }
    const context = await browser.newContext()
    const index = await context.newPage()
    const asked: string[] = []
    const failed: string[] = []
    index.on('request', (request) => asked.push(request.url()))
    index.on('pageerror', (error) => failed.push(error.message))
    index.on('dialog', (shown) => failed.push(shown.message()))
    await index.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect(index.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(index.getByRole('link', { name: /^Tasks/ })).toHaveCount(0)
    await index.keyboard.press('/')
    await index.keyboard.type('relay governs')
    await index.getByRole('link', { name: title }).click()
    await expect(index.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(index.getByText('Which relay governs?')).toBeVisible()
    await index.getByRole('link', { name: /^Documents/ }).click()
    await index.getByRole('link', { name: 'LP-2 panel schedule.pdf' }).click()
    const document = index.getByRole('main').getByRole('link', { name: 'LP-2 panel schedule.pdf' })
    await expect(document).toHaveAttribute('href', 'Documents/Submittals/Panels/LP-2%20panel%20schedule.pdf')
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
    expect(failed).toEqual([])
    await context.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
