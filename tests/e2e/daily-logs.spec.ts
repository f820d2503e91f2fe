import { ask, dialog, expect, signIn, test, unique } from './app.ts'
import { allowLostConnections, cached, installedPhone, photo } from './device.ts'

test.use(installedPhone)

allowLostConnections()

test(
  'a foreman writes the day without a connection, and signs it when it has arrived',
  { tag: '@whole' },
  async ({ page }) => {
    const company = unique('Apex')
    await signIn(page, 'foreman')
    const { data } = await ask<{ data: { id: number }[] }>(page, 'GET', '/api/projects?page=1&search=Vista')
    const [project] = data
    await page.goto(`/projects/${project?.id}/daily_logs`)
    const start = page.getByRole('button', { name: 'Open today’s log' }).first()
    await expect(start).toBeVisible()
    await cached(page)
    const context = page.context()
    await context.setOffline(true)

    await start.click()
    await expect(page).toHaveURL(/\/daily_logs\/-\d+$/)
    await page.getByRole('textbox', { name: 'Work performed' }).fill('Boxes set.')
    await page.getByRole('button', { name: 'Add an entry' }).click()
    await page.getByRole('menuitem', { name: 'Add company' }).click()
    const line = page.getByRole('group', { name: 'Others on site' })
    await line.getByRole('textbox', { name: 'Company' }).fill(company)
    await line.getByRole('spinbutton', { name: 'Workers' }).fill('4')
    await line.getByRole('spinbutton', { name: 'Hours each' }).fill('8')
    await line.getByRole('button', { name: 'Done' }).click()
    const others = page.getByRole('region', { name: 'Others on site' })
    await expect(others.getByRole('button', { name: new RegExp(company) })).toContainText('32.00 h')
    await page
      .locator('input[capture]')
      .last()
      .setInputFiles({ name: 'panel.png', mimeType: 'image/png', buffer: photo })
    await expect(page.getByRole('button', { name: /^Open panel/ })).toBeVisible()
    await expect(page.getByText('On this phone, sending when online')).toBeVisible()

    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Work performed' })).toHaveValue('Boxes set.')
    await expect(others.getByRole('button', { name: new RegExp(company) })).toBeVisible()

    await context.setOffline(false)
    await expect(page).toHaveURL(/\/daily_logs\/\d+$/)
    const log = Number(new URL(page.url()).pathname.split('/').at(-1))
    await expect
      .poll(async () => (await ask<object[]>(page, 'GET', `/api/daily_logs/${log}/attachments`)).length)
      .toBe(1)
    expect(await ask(page, 'GET', `/api/daily_logs/${log}`)).toMatchObject({
      work_performed: 'Boxes set.',
      totals: { workers: 4, worker_hours: 32 },
    })

    await page.getByRole('button', { name: 'Complete' }).click()
    const sheet = dialog(page, 'Complete daily log')
    const pad = await sheet.getByRole('img', { name: /Sign here/ }).boundingBox()
    if (!pad) throw new Error('There is nowhere to sign.')
    await page.mouse.move(pad.x + 20, pad.y + 60)
    await page.mouse.down()
    await page.mouse.move(pad.x + 120, pad.y + 20, { steps: 5 })
    await page.mouse.up()
    await sheet.getByRole('button', { name: 'Sign and complete' }).click()
    await expect(page.getByText(/^Completed by Luis Ortega/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Work performed' })).toBeHidden()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/daily log.*\.pdf$/)
  },
)
