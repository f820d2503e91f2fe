import { ask, dialog, expect, listening, signIn, test, unique } from './app.ts'
import type { Page } from '@playwright/test'

/** Creates three adjacent tasks, and returns their order on a page. */
async function threeTasks(page: Page) {
  const word = unique('Task')
  const titles = ['first', 'second', 'third'].map((place) => `${word} ${place}`)
  for (const [sort, title] of titles.entries())
    await ask(page, 'POST', '/api/default_tasks', { title, sort: 100 + sort })
  const rows = (where: Page) => where.getByRole('listitem').filter({ hasText: word })
  return { word, rows, grip: page.getByRole('button', { name: `Move ${word} first` }) }
}
const inOrder = (word: string, ...places: string[]) => places.map((place) => new RegExp(`${word} ${place}`))

test(
  'rows can be dragged with the mouse, and everyone sees the new order',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'admin')
    const { word, rows, grip } = await threeTasks(page)
    await page.goto('/setup/default_tasks')
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await context.newPage()
    await listening(other, 'default_tasks', () => signIn(other, 'admin', '/setup/default_tasks'))
    await expect(rows(other)).toHaveText(inOrder(word, 'first', 'second', 'third'))

    await grip.hover()
    await page.mouse.down()
    const last = await rows(page).last().boundingBox()
    if (!last) throw new Error('The last row is not on screen.')
    await page.mouse.move(last.x + 20, last.y - 10, { steps: 5 })
    await page.mouse.move(last.x + 20, last.y + last.height - 5, { steps: 5 })
    await page.mouse.up()
    for (const one of [page, other]) await expect(rows(one)).toHaveText(inOrder(word, 'second', 'third', 'first'))
    await page.reload()
    await expect(rows(page)).toHaveText(inOrder(word, 'second', 'third', 'first'))
    await context.close()
  },
)

test(
  'the default documents are at the address that names their parameter as well, and at no other',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin', '/setup/default_project_docuemts')
    await expect(page.getByRole('heading', { name: 'Default Project Documents' })).toBeVisible()
    await expect(page).toHaveURL(/\/setup\/default_project_documents$/)
    await page.goto('/setup/default_project_docuemts/folder_access')
    await expect(page).toHaveURL(/\/setup\/default_project_documents\/folder_access$/)
    for (const path of ['/setup/nothing', '/setup/nothing/folder_access']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    }
  },
)

test(
  'arrow keys move a row, also in quick succession, and the handle keeps the focus',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin')
    const { word, rows, grip } = await threeTasks(page)
    await page.goto('/setup/default_tasks')
    await grip.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows(page)).toHaveText(inOrder(word, 'second', 'third', 'first'))
    await expect(grip).toBeFocused()
    const saved = async () =>
      (await ask<{ title: string }[]>(page, 'GET', '/api/default_tasks'))
        .map(({ title }) => title)
        .filter((title) => title.startsWith(word))
    await expect.poll(saved).toEqual(['second', 'third', 'first'].map((place) => `${word} ${place}`))
    await expect(page.getByText(/changed by someone else/)).toBeHidden()
  },
)

test(
  'errors of custom values appear at their fields, and required ones must be filled in',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin')
    const [must, link] = [unique('Tax number'), unique('Site link')]
    const { id } = await ask<{ id: number }>(page, 'POST', '/api/custom_fields', { name: must, required: true })
    await ask(page, 'POST', '/api/custom_fields', { name: link, type: 'link' })
    await page.goto('/customers')
    await page.getByRole('button', { name: 'Add customer' }).click()
    const form = dialog(page, 'Add Customer')
    const name = unique('Valued')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByRole('textbox', { name: link }).fill('nowhere')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('textbox', { name: link })).toHaveAccessibleDescription(/must begin with https/)
    await expect(form.getByRole('textbox', { name: must })).toHaveAccessibleDescription(`${must} is required`)
    await form.getByRole('textbox', { name: link }).fill('https://site.example/plan')
    await form.getByRole('textbox', { name: must }).fill('91-1234567')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('link', { name: 'https://site.example/plan' })).toBeVisible()
    await expect(page.getByText('91-1234567')).toBeVisible()
    // Other tests add customers without this required field.
    await ask(page, 'PATCH', `/api/custom_fields/${id}`, { active: false })
  },
)

test(
  'the company’s logo is shown to everyone at once, also to those who are signed out',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'admin', '/setup/company')
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await context.newPage()
    await listening(other, 'company_settings', () => signIn(other, 'foreman'))
    const logoOn = (where: Page) => where.getByRole('img', { name: 'Three Rivers Electric' })
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 60 } })
    await page.locator('main input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByRole('main').getByRole('img', { name: 'Logo' })).toBeVisible()
    for (const one of [page, other]) {
      await expect(logoOn(one)).toBeVisible()
      await expect.poll(() => logoOn(one).evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(240)
    }
    const stranger = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await stranger.goto('/welcome')
    await expect(logoOn(stranger).first()).toBeVisible()

    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No logo yet.')).toBeVisible()
    for (const one of [page, other]) await expect(logoOn(one)).toHaveCount(0)
    await stranger.context().close()
    await context.close()
  },
)
