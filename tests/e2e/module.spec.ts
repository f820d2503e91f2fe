import { startServer } from '../contract/server.ts'
import { ask, dialog, expect, signIn, test } from './app.ts'
import { buildWith, filesIn, readText } from './text-module.ts'

/** A module has at most this many formatted lines. */
const MOST_LINES = 250

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a module of 250 lines has a list, steps, guests, photos and works without a connection', async ({ browser }) => {
  const files = filesIn(readText('tests/e2e/module.md'))
  const lines = [...files.values()].reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
  expect(lines).toBeLessThanOrEqual(MOST_LINES)
  expect([...files.values()].join('')).not.toMatch(/\bsql\b/)
  const { entry } = await buildWith(files, { unlisted: false })
  const server = await startServer({ entry })
  const open = async (mailbox: string, path: string) => {
    const context = await browser.newContext({ baseURL: `http://localhost:${server.port}`, serviceWorkers: 'block' })
    const page = await context.newPage()
    await signIn(page, mailbox, path)
    return page
  }
  const foreman = await open('foreman', '/projects/1/defects')
  await expect(foreman.getByText('No defects yet.')).toBeVisible()
  await foreman.context().setOffline(true)
  await foreman.getByRole('button', { name: 'Add defect' }).first().click()
  const form = dialog(foreman, 'Add defect')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Title is required')
  await form.getByRole('textbox', { name: 'Title' }).fill('Cover plate missing')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(foreman).toHaveURL(/defects\/-\d+$/)
  await foreman.getByRole('button', { name: 'Complete' }).click()
  await expect(foreman.getByText('Completed', { exact: true }).last()).toBeVisible()
  await foreman.getByRole('textbox', { name: 'Reply' }).fill('Two of them.')
  await foreman.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(foreman.getByRole('button', { name: '3 entries not sent' })).toBeVisible()

  const manager = await open('manager', '/projects/1/defects')
  await expect(manager.getByText('No defects yet.')).toBeVisible()
  await foreman.context().setOffline(false)
  await expect(foreman).toHaveURL(/defects\/\d+$/)
  await expect(foreman.getByRole('button', { name: /not sent/ })).toBeHidden()
  await manager.getByRole('link', { name: /Cover plate missing/ }).click()
  await expect(manager.getByText('Two of them.')).toBeVisible()
  // The project's own menu comes first.
  await manager.getByRole('button', { name: 'More' }).nth(1).click()
  await manager.getByRole('menuitem', { name: 'Reject' }).click()
  const reason = dialog(manager, 'Reject')
  await reason.getByRole('button', { name: 'Reject' }).click()
  await expect(reason).toContainText('Add a reason for rejecting.')
  await reason.getByRole('textbox', { name: 'Reason' }).fill('It is loose.')
  await reason.getByRole('button', { name: 'Reject' }).click()
  await expect(foreman.getByText('It is loose.')).toBeVisible()
  await expect(foreman.getByText('Open', { exact: true }).last()).toBeVisible()

  // A guest sees what is not private, and is offered no steps of others.
  const [item] = await ask<{ id: number }[]>(manager, 'GET', '/api/projects/1/defects')
  const guest = await open('customer', '/projects/1/defects')
  await expect(guest.getByRole('link', { name: /Cover plate missing/ })).toBeVisible()
  await ask(manager, 'PATCH', `/api/projects/1/defects/${item?.id}`, { private: true })
  await expect(guest.getByRole('link', { name: /Cover plate missing/ })).toBeHidden()
  for (const page of [foreman, manager, guest]) await page.context().close()
  await server.stop()
})
