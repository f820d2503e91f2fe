import { ask, dialog, expect, signIn, test, unique } from './app.ts'

// A phone with the app installed.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'allow' })

// Offline, the browser also logs errors of the WebSocket.
test.afterEach(({ complaints }) => {
  const others = complaints.filter((text) => !/^WebSocket connection .* net::ERR_/.test(text))
  complaints.splice(0, Infinity, ...others)
})

interface Rfi {
  id: number
  title: string
  sent_at: string | null
}

/** A picture of one colour, as a phone would send it. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('an RFI written, sent and answered with a photo without a connection survives the tab, and arrives whole', async ({
  page,
}) => {
  const title = unique('Offline')
  await signIn(page, 'manager', '/projects/1/rfis')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  const list = page.getByRole('list', { name: 'RFIs' })
  await expect(list).toBeVisible()
  // Their code is loaded ahead once the page is idle.
  await page.waitForLoadState('networkidle')
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
  await expect(page.getByRole('button', { name: '4 entries not sent' })).toBeVisible()
  await page.close({ runBeforeUnload: false })

  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto('/projects/1/rfis')
  await expect(again.getByRole('link', { name: new RegExp(title) })).toHaveAttribute('href', /rfis\/\d+$/)
  await expect(again.getByRole('button', { name: /not sent/ })).toBeHidden()
  const saved = (await ask<Rfi[]>(again, 'GET', '/api/projects/1/rfis')).filter((rfi) => rfi.title === title)
  expect(saved).toEqual([expect.objectContaining({ sent_at: expect.any(String) })])
  const messages = await ask<{ id: number; content: string }[]>(again, 'GET', `/api/rfis/${saved[0]?.id}/messages`)
  expect(messages.map(({ content }) => content)).toEqual(['It is LP-2.'])
  const files = await ask<{ image: boolean }[]>(again, 'GET', `/api/messages/${messages[0]?.id}/attachments`)
  expect(files).toEqual([expect.objectContaining({ image: true })])
})
