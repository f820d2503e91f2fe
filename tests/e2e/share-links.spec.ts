import { runningClock } from '../clock/clock.ts'
import { ask, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, installedPhone } from './device.ts'
import { publish } from './published.ts'
import { controlled } from './settled.ts'

test.use(installedPhone)

allowLostConnections()

test(
  'the office makes a link, and who gets it reads its sheets without an account and without a connection',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'manager')
    const [customer] = await ask<{ id: number }[]>(office, 'GET', '/api/customers')
    const draft = { name: unique('Shared'), number: unique('S'), customer_id: customer?.id }
    const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
    await publish(office, id, { number: 'E1.1', revision: '1' })
    await office.goto(`/projects/${id}/drawings`)
    await office.getByRole('button', { name: 'Share', exact: true }).click()
    const dialog = office.getByRole('dialog', { name: 'Share drawings' })
    await dialog.getByLabel('Or by email or name').fill('Jo Reyes')
    await dialog.getByText('Ask to confirm the current set').click()
    await dialog.getByRole('button', { name: 'Send link' }).click()
    const address = new URL(await dialog.getByText(/\/s\/[0-9a-f]{32}$/).innerText()).pathname
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Jo Reyes' })).toContainText('Not opened yet')

    await page.goto(address)
    await expect(page.getByText(/^Current as of today/)).toBeVisible()
    await page.getByRole('button', { name: 'I have the current set' }).click()
    await expect(page.getByRole('button', { name: 'You have the current set' })).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Jo Reyes' })).toContainText(
      'Confirmed what is current',
    )
    await page.getByRole('button', { name: 'Keep all sheets on this device' }).click()
    await expect(page.getByLabel('On this device')).toBeVisible()
    await controlled(page)

    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/^As it was today/)).toBeVisible()
    const sheet = page.getByRole('link', { name: /E1\.1/ })
    await expect(sheet).toBeVisible()
    const file = await sheet.getAttribute('href')
    expect(await page.evaluate(async (at) => (await fetch(at)).headers.get('content-type'), file ?? '')).toBe(
      'application/pdf',
    )
    await page.context().setOffline(false)
  },
)

test(
  'who gets a punch item by link answers it, and what found no signal is sent once there is one',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'manager')
    const [customer] = await ask<{ id: number }[]>(office, 'GET', '/api/customers')
    const draft = { name: unique('Punch'), number: unique('P'), customer_id: customer?.id }
    const { id } = await ask<{ id: number }>(office, 'POST', '/api/projects', draft)
    const body = { title: 'Cover plate missing' }
    const item = await ask<{ id: number }>(office, 'POST', `/api/projects/${id}/punch_items`, body)
    await office.goto(`/projects/${id}/punch_items/${item.id}`)
    const target = { what: 'work_item', target_type: 'punch_items', target_id: item.id, answers: true }
    const sent = { ...target, until: runningClock.day(20), to: [{ name: 'Jo Reyes' }] }
    const [link] = await ask<{ plain: string }[]>(office, 'POST', `/api/projects/${id}/share_links/send`, sent)

    await page.goto(new URL(link?.plain ?? '').pathname)
    await page.getByRole('textbox', { name: 'Message' }).fill('It is on order.')
    await controlled(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('alert')).toHaveText(/What you wrote is kept on this device\.$/)
    await page.context().setOffline(false)
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('It is on order.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('article', { name: 'Jo Reyes' })).toContainText('It is on order.')
    await expect(office.getByText('It is on order.')).toBeVisible()
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByText('Completed')).toBeVisible()
  },
)
