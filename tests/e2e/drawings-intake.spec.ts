import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { drawSheet } from '../title-blocks/draw.ts'
import { layouts } from '../title-blocks/layouts.ts'
import { sheets } from '../title-blocks/sheets.ts'
import { expect, signIn, test } from './app.ts'

test('a bulletin is looked at where it is unsure, by keys and boxes', { tag: '@whole' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'manager')
  await page.goto('/projects')
  await page.getByText('Canyon Lakes').first().click()
  await page.getByRole('link', { name: 'Drawings' }).click()
  const layout = layouts.find(({ name }) => name === 'no labels, at the bottom')
  if (!layout) throw new Error('There is no such layout.')
  const buffer = Buffer.from(vectorPdf(sheets.slice(3, 6).map((sheet) => drawSheet(layout, sheet))))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Bulletin 9.pdf', mimeType: 'application/pdf', buffer })
  await page.getByRole('link', { name: 'Check 3 sheets' }).click()
  await expect(page.getByText('Unsure 3').first()).toBeVisible()

  // Tab goes down the column, Enter takes what was read and goes on.
  await page.getByLabel('Date of page 1').click()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Date of page 2')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Date of page 1')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /of page 2/)

  // A date for all leaves the one that was taken.
  await page.getByLabel('Revision for all').fill('7')
  await page.keyboard.press('Enter')
  for (const at of [1, 2, 3]) await expect(page.getByLabel(`Revision of page ${at}`)).toHaveValue('7')

  // A box around the title is read on every page.
  await page.getByLabel('Title of page 2').click()
  const title = page.getByRole('region', { name: 'Page 2, title block' })
  await title.getByText('Title', { exact: true }).first().click()
  const paper = await title.getByAltText('Title block of page 2').locator('..').boundingBox()
  if (!paper) throw new Error('There is no title block.')
  await page.mouse.move(paper.x + 4, paper.y + paper.height * 0.3)
  await page.mouse.down()
  await page.mouse.move(paper.x + paper.width * 0.5, paper.y + paper.height * 0.8, { steps: 4 })
  // What the box holds stands in the row before it is kept.
  const row = page.getByLabel('Title of page 2', { exact: false })
  const seen = await title.locator('dd').nth(1).textContent()
  await expect(row).toHaveValue(seen ?? '')
  await page.mouse.up()
  await expect(page.getByText('Title read again on 3 pages.')).toBeVisible()
  await expect(row).toHaveValue(seen ?? '')

  await page.getByLabel('Title of page 1').fill('Second floor')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title of page 1')).toHaveValue('Second floor')
})

test(
  'what a set changed is shown to a foreman, with Compare, and undone by editors',
  { tag: '@whole' },
  async ({ browser, page }) => {
    await signIn(page, 'manager')
    await page.goto('/projects')
    await page.getByText('Canyon Lakes Elementary').first().click()
    await page.getByRole('link', { name: 'Drawings' }).click()
    await page.getByText('Published sets').click()
    const sets = page.getByRole('list', { name: 'Published sets' }).getByRole('link')
    await sets.first().click()
    const revised = page.getByRole('region', { name: 'Revised' })
    await expect(revised.getByRole('listitem').first()).toContainText('rev 1 → rev 2')
    await expect(page.getByRole('list', { name: 'History' })).toBeVisible()

    const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const phone = await context.newPage()
    await signIn(phone, 'foreman')
    await phone.goto(page.url())
    await expect(phone.getByRole('region', { name: 'Revised' }).getByRole('listitem').first()).toContainText('rev 2')
    await expect(phone.getByRole('list', { name: 'History' })).toHaveCount(0)
    await phone.getByRole('link', { name: /^Compare E2.1 with rev 1/ }).click()
    await expect(phone).toHaveURL(/compare\?with=\d+&before=\d+&after=\d+/)
    await context.close()
  },
)
