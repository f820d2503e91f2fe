import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../contract/server.ts'
import { dialog, expect, signIn, test } from './app.ts'
import { buildWith, filesIn, readText, root } from './text-module.ts'

test('the README’s setup module works and lints as written, and can be removed completely', async ({ browser }) => {
  const section = /^## Add a setup module\n([\s\S]*?)(?=^## )/m.exec(readText('README.md'))?.[1] ?? ''
  const files = filesIn(section)
  expect([...files.keys()].map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['entities.ts', 'module.ts']),
  )
  const { copy, folder, entry } = await buildWith(files)
  const server = await startServer({ entry })
  const page = await (
    await browser.newContext({ baseURL: `http://localhost:${server.port}`, serviceWorkers: 'block' })
  ).newPage()
  await signIn(page, 'admin', '/setup')
  await page.getByRole('main').getByRole('link', { name: 'Holidays' }).click()
  await expect(page.getByText('No holidays yet.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add holiday' }).first().click()
  const form = dialog(page, /Add holiday/i)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/Name is required/)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Independence Day')
  await form.getByRole('textbox', { name: 'Date' }).fill('7/4/2027')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toContainText('7/4/27')
  await page.context().close()
  await server.stop()

  // Without the module the sources are the repository's again, whose front end is built already.
  rmSync(join(copy, folder), { recursive: true })
  rmSync(join(copy, 'dist'), { recursive: true })
  cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true })
  const after = await startServer({ entry, dataDir: server.dataDir })
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
})
