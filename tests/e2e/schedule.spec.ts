import type { Page } from '@playwright/test'
import { expect, signIn, test } from './app.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const board = (page: Page) => page.getByRole('grid', { name: /^Crew board/ })
const row = (page: Page, name: string) => board(page).getByRole('row').filter({ hasText: name })
const drafts = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' })

/** Drags from the middle of one element to a place in another. */
async function drag(page: Page, from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>, x: number) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('There is nothing to drag.')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + x - 20, end.y + end.height / 2, { steps: 4 })
  await page.mouse.move(end.x + x, end.y + end.height / 2, { steps: 2 })
  await page.mouse.up()
}

test('a manager plans by dragging and by keys, publishes, and the crew confirms on the phone', async ({
  page,
  browser,
}) => {
  await signIn(page, 'manager')
  await page.goto('/schedule')
  // Other tests change the schedule meanwhile, so that what counts is what becomes of two people they leave alone.
  const draftsOf = (name: string) => row(page, name).getByRole('gridcell', { name: /draft/ })
  await expect(drafts(page)).toContainText(/\d+ unpublished changes/)
  await expect(draftsOf('Nell Abbott')).toHaveCount(0)

  // A phase from the bench onto somebody free, who has time off on one of its days.
  const card = page.getByRole('complementary', { name: 'Bench' }).locator('[data-phase]').last()
  await drag(page, card, row(page, 'Nell Abbott'), 620)
  await expect(page.getByRole('alertdialog')).toContainText('Nell Abbott has time off.')
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(draftsOf('Nell Abbott')).toHaveCount(1)

  await board(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(draftsOf('Nell Abbott')).toHaveCount(0)

  // By keys: a free day of the first person in the second week, since nobody is told of days that are over, and a job.
  await page.keyboard.press('ArrowDown')
  for (let day = 0; day < 11; day++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Project' }).fill('Road 68 Eleme')
  await page.getByRole('option', { name: /Road 68 Elementary/ }).click()
  const planned = row(page, 'Luis Ortega').getByRole('gridcell', { name: /Road 68 Elementary/ })
  await expect(planned).toHaveAccessibleName(/draft/)

  await page.getByRole('button', { name: 'Review and publish' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish' })).toContainText('Luis Ortega')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(planned).not.toHaveAccessibleName(/draft/)

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const agenda = await phone.newPage()
  await signIn(agenda, 'foreman')
  await agenda.goto('/schedule')
  const job = agenda.getByRole('article').filter({ hasText: 'Canyon Lakes' }).last()
  await job.getByRole('button', { name: 'Confirm' }).click()
  await expect(job.getByText('You confirmed')).toBeVisible()
  await phone.close()
})

test('a sweep over the board ends where it is let go, outside of it as well', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager')
  await page.goto('/schedule')
  const [first, second] = [await row(page, 'Nell Abbott').boundingBox(), await row(page, 'Pat Olsen').boundingBox()]
  const sheet = await board(page).boundingBox()
  if (!first || !second || !sheet) throw new Error('There is no board.')
  const chosen = () => page.locator('[data-choice]').boundingBox()
  await page.mouse.move(first.x + 620, first.y + first.height / 2)
  await page.mouse.down()
  await page.mouse.move(first.x + 700, first.y + first.height / 2, { steps: 3 })
  await page.mouse.move(sheet.x + 700, sheet.y - 60, { steps: 3 })
  await page.mouse.up()
  const before = await chosen()
  expect(before?.width).toBeGreaterThan(40)
  await page.mouse.move(second.x + 900, second.y + second.height / 2, { steps: 3 })
  expect(await chosen()).toEqual(before)
})
