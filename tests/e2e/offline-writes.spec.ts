import type { Request } from '@playwright/test'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, cached, installedPhone, photo } from './device.ts'

test.use(installedPhone)

allowLostConnections()

interface Rfi {
  id: number
  title: string
  sent_at: string | null
}

test(
  'an RFI written, sent and answered with a photo without a connection survives the tab, and arrives whole',
  { tag: '@whole' },
  async ({ page }) => {
    const title = unique('Offline')
    await signIn(page, 'manager', '/projects/1/rfis')
    const list = page.getByRole('list', { name: 'RFIs' })
    await expect(list).toBeVisible()
    await cached(page)
    const context = page.context()
    await context.setOffline(true)

    await page.getByRole('button', { name: 'Add RFI' }).first().click()
    const form = dialog(page, 'Add RFI')
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Question' }).fill('LP-2 or LP-3?')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/projects\/1\/rfis\/-\d+$/)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('RFI New')).toBeVisible()
    await page.getByRole('button', { name: 'Send', exact: true }).first().click()
    await expect(page.getByRole('button', { name: 'Resolve' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Reply' }).fill('It is LP-2.')
    const reply = page.getByRole('form', { name: /Reply/ })
    await reply
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'panel.png', mimeType: 'image/png', buffer: photo })
    await reply.getByRole('button', { name: 'Send' }).click()
    const thread = page.getByRole('region', { name: 'Conversation' })
    await expect(thread.getByRole('listitem').filter({ hasText: 'It is LP-2.' })).toContainText('Waiting')
    await expect(thread.getByRole('img').or(thread.locator('img')).first()).toBeVisible()

    await page.reload()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(thread.getByText('It is LP-2.')).toBeVisible()
    // The RFI with its sending, and the reply with its photo.
    await expect(page.getByRole('button', { name: '2 entries not sent' })).toBeVisible()
    await page.close({ runBeforeUnload: false })

    await context.setOffline(false)
    const again = await context.newPage()
    await again.goto('/projects/1/rfis')
    // The list may hold the server's record before the answer to the change that made it.
    const links = again.getByRole('link', { name: new RegExp(title) })
    await expect
      .poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      .toEqual([expect.stringMatching(/rfis\/\d+$/)])
    await expect(again.getByRole('button', { name: /not sent/ })).toBeHidden()
    const saved = (await ask<Rfi[]>(again, 'GET', '/api/projects/1/rfis')).filter((rfi) => rfi.title === title)
    expect(saved).toEqual([expect.objectContaining({ sent_at: expect.any(String) })])
    const messages = await ask<{ id: number; content: string }[]>(again, 'GET', `/api/rfis/${saved[0]?.id}/messages`)
    expect(messages.map(({ content }) => content)).toEqual(['It is LP-2.'])
    const files = await ask<{ image: boolean }[]>(again, 'GET', `/api/messages/${messages[0]?.id}/attachments`)
    expect(files).toEqual([expect.objectContaining({ image: true })])
  },
)

/** Reads that go together are no change (rule together). */
const isChange = (request: Request) => request.method() !== 'GET' && !request.url().endsWith('/api/together')

test('what was made without a network arrives once over one that comes and goes, while the office changes things', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'admin')
  const draft = { customer_id: 1, name: unique('Comes And Goes'), number: unique('G') }
  const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
  await signIn(page, 'manager', `/projects/${id}/rfis`)
  await expect(page.getByText('No RFIs yet.')).toBeVisible()
  await cached(page)
  const context = page.context()
  await context.setOffline(true)
  const titles = ['One', 'Two', 'Three'].map(unique)
  for (const title of titles) {
    await page.getByRole('button', { name: 'Add RFI' }).first().click()
    const form = dialog(page, 'Add RFI')
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Question' }).fill('Which one?')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('textbox', { name: 'Reply' }).fill(`About ${title}`)
    await page.getByRole('button', { name: 'Send', exact: true }).last().click()
    await expect(page.getByRole('article').filter({ hasText: `About ${title}` })).toBeVisible()
    await page.getByRole('link', { name: 'RFIs', exact: true }).last().click()
  }
  // Each of the short connections carries two changes, and breaks off in the third.
  let carried = 0
  await context.route('**/api/**', async (route) => {
    if (!isChange(route.request()) || carried-- > 0) await route.continue()
    else await route.abort('internetdisconnected')
  })
  for (const turn of [1, 2]) {
    carried = 2
    const broken = page.waitForEvent('requestfailed', isChange)
    await context.setOffline(false)
    await broken
    await context.setOffline(true)
    if (turn === 1) await page.reload()
  }
  carried = Infinity
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: /not sent/ })).toBeHidden()
  const saved = await ask<Rfi[]>(office, 'GET', `/api/projects/${id}/rfis`)
  expect(saved.map(({ title }) => title).sort()).toEqual([...titles].sort())
  for (const rfi of saved) {
    const messages = await ask<{ content: string }[]>(office, 'GET', `/api/rfis/${rfi.id}/messages`)
    expect(messages.map(({ content }) => content)).toEqual([`About ${rfi.title}`])
  }

  // An archived project refuses what comes too late, which stays readable.
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add RFI' }).first().click()
  const form = dialog(page, 'Add RFI')
  await form.getByRole('textbox', { name: 'Title' }).fill('Too late')
  await form.getByRole('textbox', { name: 'Question' }).fill('Is it?')
  await form.getByRole('button', { name: 'Save' }).click()
  await ask(office, 'POST', `/api/projects/${id}/archive`)
  await context.setOffline(false)
  await page.getByRole('button', { name: '1 entry not sent, 1 not accepted' }).click()
  const outbox = dialog(page, 'Not sent yet')
  await expect(outbox).toContainText('This project is archived.')
  await expect(outbox).toContainText('Too late')
  await expect(outbox.getByRole('button', { name: 'Change' })).toBeVisible()
  await office.context().close()
})
