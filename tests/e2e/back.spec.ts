import type { Page } from '@playwright/test'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'

// A phone, whose back button is the browser's.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const shortcuts = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })
const back = (page: Page) => page.evaluate(() => history.back())
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you typed?' })

/** Signs in and goes from one page to another, so that there is one to go back to. */
async function arrive(page: Page, path: string, name: string, mailbox = 'manager') {
  await signIn(page, mailbox, '/projects')
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await expect(page.getByRole('button', { name }).first()).toBeVisible()
}

test('Back closes a dialog, then leaves the page', async ({ page }) => {
  await arrive(page, '/projects/1/rfis', 'Add RFI')
  await shortcuts(page).getByRole('button', { name: 'Add RFI' }).click()
  await expect(dialog(page, 'Add RFI')).toBeVisible()
  await back(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/projects/1/rfis')
  await back(page)
  await expect(page).toHaveURL('/projects')
})

test('a dialog closed by its button leaves no step behind', { tag: '@whole' }, async ({ page }) => {
  await arrive(page, '/projects/1/rfis', 'Add RFI')
  for (let time = 0; time < 3; time++) {
    await shortcuts(page).getByRole('button', { name: 'Add RFI' }).click()
    await dialog(page, 'Add RFI').getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
  }
  await expect.poll(() => page.evaluate(() => Number(history.state?.layers ?? 0))).toBe(0)
  await back(page)
  await expect(page).toHaveURL('/projects')
})

test(
  'a dialog with typed text stays on Back and asks; Back answers the question and then asks again',
  { tag: '@whole' },
  async ({ page }) => {
    await arrive(page, '/projects/1/rfis', 'Add RFI')
    await shortcuts(page).getByRole('button', { name: 'Add RFI' }).click()
    const form = dialog(page, 'Add RFI')
    await form.getByRole('textbox', { name: 'Title' }).fill('Half a question')
    await back(page)
    await expect(question(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(2)
    await back(page)
    await expect(question(page)).toBeHidden()
    await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a question')
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
    await back(page)
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(form).toBeHidden()
    await expect.poll(() => page.evaluate(() => Number(history.state?.layers ?? 0))).toBe(0)
    await expect(page).toHaveURL('/projects/1/rfis')
    await back(page)
    await expect(page).toHaveURL('/projects')
  },
)

test('of nested dialogs and lists each Back closes one, down to the page', { tag: '@whole' }, async ({ page }) => {
  await arrive(page, '/projects/1', 'Enter time', 'foreman')
  await shortcuts(page).getByRole('button', { name: 'Enter time' }).click()
  const sheet = dialog(page, /Time Entry/)
  await sheet.getByRole('button', { name: 'Add member' }).click()
  await expect(dialog(page, 'Add member')).toBeVisible()
  await back(page)
  await expect(dialog(page, 'Add member')).toBeHidden()
  await expect(sheet).toBeVisible()
  await back(page)
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/projects/1')
})

test('Back closes an open list of actions, and stays on the page', { tag: '@whole' }, async ({ page }) => {
  await arrive(page, '/projects/1/rfis', 'Add RFI')
  await page.getByRole('button', { name: /your account/ }).click()
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  await expect(logout).toBeVisible()
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
  await back(page)
  await expect(logout).toBeHidden()
  await expect(page).toHaveURL('/projects/1/rfis')
  await back(page)
  await expect(page).toHaveURL('/projects')
})

test(
  'a link in the menu leads on, and Back from there to the page below the menu',
  { tag: '@whole' },
  async ({ page }) => {
    await arrive(page, '/projects/1/rfis', 'Add RFI')
    await page.getByRole('button', { name: 'Menu' }).click()
    await dialog(page, 'Menu').getByRole('link', { name: 'My Time' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page).not.toHaveURL('/projects/1/rfis')
    await back(page)
    await expect(page).toHaveURL('/projects/1/rfis')
    await back(page)
    await expect(page).toHaveURL('/projects')
  },
)

test(
  'what is saved in a dialog opens its page, and Back leads from it to the list',
  { tag: '@whole' },
  async ({ page }) => {
    await arrive(page, '/projects/1/rfis', 'Add RFI')
    await shortcuts(page).getByRole('button', { name: 'Add RFI' }).click()
    const form = dialog(page, 'Add RFI')
    await form.getByRole('textbox', { name: 'Title' }).fill(unique('From a phone'))
    await form.getByRole('textbox', { name: 'Question' }).fill('Which way?')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/projects\/1\/rfis\/\d+$/)
    await expect(form).toBeHidden()
    await back(page)
    await expect(page).toHaveURL('/projects/1/rfis')
    await back(page)
    await expect(page).toHaveURL('/projects')
  },
)

test(
  'after a reload with an open dialog, Back leaves the page at the first press',
  { tag: '@whole' },
  async ({ page }) => {
    await arrive(page, '/projects/1/rfis', 'Add RFI')
    await shortcuts(page).getByRole('button', { name: 'Add RFI' }).click()
    await expect(dialog(page, 'Add RFI')).toBeVisible()
    await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1)
    await page.reload()
    await expect(shortcuts(page).getByRole('button', { name: 'Add RFI' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => Number(history.state?.layers ?? 0))).toBe(0)
    await back(page)
    await expect(page).toHaveURL('/projects')
  },
)

test('Back closes the picture viewer before it leaves the page', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager')
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects', {
    customer_id: 2,
    name: unique('Seen'),
    number: unique('B'),
  })
  await page.goto(`/projects/${id}`)
  await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible()
  const picture = await page.screenshot()
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles({ name: 'site.png', mimeType: 'image/png', buffer: picture })
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await expect(dialog(page)).toContainText('1 of 1')
  await back(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`/projects/${id}`)
})

test(
  'a list keeps its search and place for when one comes back to it, and not for the next visit',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager', '/customers')
    const search = page.getByRole('searchbox')
    await expect(page.getByText('Apex General Contractors')).toBeVisible()
    // Further rows are loaded while scrolling.
    await expect
      .poll(() =>
        page.evaluate(() => {
          scrollBy(0, 600)
          return scrollY
        }),
      )
      .toBeGreaterThan(1500)
    const top = await page.evaluate(() => Math.round(scrollY))
    expect(top).toBeGreaterThan(900)
    const link = page.locator('main a[href^="/customers/"]:visible')
    const seen = await link.evaluateAll((links) => {
      const shown = links.find((one) => one.getBoundingClientRect().top > 200)
      return shown?.getAttribute('href') ?? ''
    })
    await page.locator(`main a[href="${seen}"]`).click()
    await expect(page).toHaveURL(seen)
    await back(page)
    await expect(page).toHaveURL('/customers')
    await expect(page.locator(`main a[href="${seen}"]`)).toBeInViewport()
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top)

    await search.fill('winery')
    await expect(page.getByText('Red Mountain Winery')).toBeVisible()
    await expect(page.getByText('Apex General Contractors')).toBeHidden()
    await page.getByText('Red Mountain Winery').click()
    await expect(page).not.toHaveURL('/customers')
    await back(page)
    await expect(search).toHaveValue('winery')
    await expect(page.getByText('Red Mountain Winery')).toBeVisible()
    await expect(page.getByText('Apex General Contractors')).toBeHidden()
    await page.goto('/projects')
    await page.goto('/customers')
    await expect(search).toHaveValue('')
  },
)

test(
  'the filters of a list are in its address, and a link shows the same list',
  { tag: '@whole' },
  async ({ page, browser }) => {
    await signIn(page, 'manager', '/projects')
    await page.getByRole('radio', { name: 'Archived' }).check({ force: true })
    await expect(page).toHaveURL('/projects?status=archived')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('combobox', { name: 'Customer' }).click()
    await page.getByRole('option').first().click()
    await expect(page).toHaveURL(/customer_id=\d+/)
    await page.keyboard.press('Escape')
    // The filters were chosen in an open layer, which has an entry of its own in the history.
    await expect(page).toHaveURL(/\/projects\?status=archived&customer_id=\d+$/)
    const link = page.url()

    const other = await (await browser.newContext()).newPage()
    await signIn(other, 'office', link)
    await expect(other.getByRole('radio', { name: 'Archived' })).toBeChecked()
    await expect(other.getByRole('button', { name: /^Remove the filter Customer: \w/ })).toBeVisible()
    await other.getByRole('radio', { name: 'All' }).check({ force: true })
    await expect(other).toHaveURL(/status=all/)
    await other.goto('/projects')
    await expect(other).toHaveURL(/status=all/)
    await other.context().close()
  },
)
