import { readFileSync } from 'node:fs'
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
  await page.getByRole('dialog', { name: 'Assign Luis Ortega' }).getByRole('button', { name: 'Save' }).click()
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

/** The middle of a cell: of a person, and of the nth day from the left. */
async function cell(page: Page, name: string, nth: number) {
  const days = page.getByRole('columnheader')
  const [day, line] = [await days.nth(nth).boundingBox(), await row(page, name).boundingBox()]
  if (!day || !line) throw new Error('There is no such cell.')
  return { x: day.x + day.width / 2, y: line.y + line.height / 2 }
}
/** The days between the two weeks, where nobody works: free cells on any day of the year. */
const [SATURDAY, SUNDAY] = [7, 8]
const menu = (page: Page) => page.getByRole('menu', { name: 'Chosen days' })
const menuItem = (page: Page, name: string) => menu(page).getByRole('menuitem', { name, exact: true })
const planned = (page: Page, name: string, job: RegExp) => row(page, name).getByRole('gridcell', { name: job })

test('what is exported is what the board’s filters show', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager')
  await page.goto('/schedule?view=board')
  await expect(row(page, 'Theo Brandt')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search people and jobs' }).fill('Pat Olsen')
  await expect(row(page, 'Theo Brandt')).toHaveCount(0)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const exported = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const [, ...lines] = readFileSync(await (await exported).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect([...new Set(lines.map((line) => line.split(',')[1]))]).toEqual(['Pat Olsen'])
})

test(
  'an empty cell is planned in place by the mouse, and what is typed stays until it is discarded (rule board-cells)',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/schedule')
    const [marisol, luis] = [await cell(page, 'Marisol Vega', SATURDAY), await cell(page, 'Luis Ortega', SATURDAY)]
    await page.mouse.click(marisol.x, marisol.y)
    const dialog = page.getByRole('dialog', { name: 'Assign Marisol Vega' })
    await expect(dialog.getByRole('combobox', { name: 'Project' })).toBeFocused()
    // Nothing is typed yet, and a press on another cell moves there.
    await page.mouse.click(luis.x, luis.y)
    await expect(page.getByRole('dialog', { name: 'Assign Luis Ortega' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(board(page)).toBeFocused()

    await page.mouse.click(marisol.x, marisol.y)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Project is required')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Project' }).fill('Road 68 Eleme')
    await page.getByRole('option', { name: /Road 68 Elementary/ }).click()
    await page.mouse.click(luis.x, luis.y)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep typing' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const work = planned(page, 'Marisol Vega', /Road 68 Elementary/)
    await expect(work).toHaveAccessibleName(/draft/)

    // Two clicks on the day after plan the same job again, and the menu of a cell takes it away.
    const next = await cell(page, 'Marisol Vega', SUNDAY)
    await page.mouse.dblclick(next.x, next.y)
    await expect(work).toHaveCount(2)
    await expect(dialog).toBeHidden()
    await page.mouse.click(next.x, next.y, { button: 'right' })
    await menuItem(page, 'Clear').click()
    await expect(work).toHaveCount(1)
    const told = page.locator('[data-scope=toast][data-part=root]').filter({ hasText: '1 day cleared.' })
    await told.getByRole('button', { name: 'Undo' }).click()
    await expect(work).toHaveCount(2)
    await page.mouse.click(next.x, next.y, { button: 'right' })
    await menuItem(page, 'Clear').click()
    await page.mouse.click(marisol.x, marisol.y, { button: 'right' })
    await menuItem(page, 'Clear').click()
    await expect(work).toHaveCount(0)
  },
)

test(
  'days swept over have their menu at once, which assigns, gives time off, copies and clears (rule board-cells)',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/schedule')
    const [from, to] = [await cell(page, 'Pat Olsen', SUNDAY), await cell(page, 'Sam Whitfield', SUNDAY)]
    const sweep = async () => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 4 })
      await page.mouse.up()
      await expect(menu(page)).toBeVisible()
    }
    await sweep()
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await menuItem(page, 'Time off').click()
    const off = planned(page, 'Sam Whitfield', /^Time off$/)
    await expect(off).toHaveCount(1)
    await page.getByText('Time off for 2 people.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(off).toHaveCount(0)

    // By keys: Shift and arrows choose, the menu comes as Shift is let go, and keys of the board count in it.
    await sweep()
    await page.keyboard.press('Escape')
    await expect(board(page)).toBeFocused()
    const height = async () => (await page.locator('[data-choice]').boundingBox())?.height ?? 0
    const two = await height()
    await page.keyboard.press('Shift+ArrowUp')
    await expect(menuItem(page, 'Assign')).toBeVisible()
    expect(await height()).toBeLessThan(two)
    await page.keyboard.press('Shift+ArrowDown')
    await expect(menuItem(page, 'Assign')).toBeVisible()
    expect(await height()).toBe(two)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Assign 2 people' })
    await dialog.getByRole('combobox', { name: 'Project' }).fill('Road 68 Eleme')
    await page.getByRole('option', { name: /Road 68 Elementary/ }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const work = planned(page, 'Sam Whitfield', /Road 68 Elementary/)
    await expect(work.first()).toBeVisible()
    await expect(board(page)).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(menuItem(page, 'Clear')).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(work).toHaveCount(0)
    await expect(menu(page)).toBeHidden()
  },
)

test.describe('by finger', () => {
  test.use({ hasTouch: true })
  test('a tap opens who, what and when, and a finger that rests sweeps', { tag: '@whole' }, async ({ page }) => {
    await signIn(page, 'manager')
    await page.goto('/schedule')
    const spot = await cell(page, 'Aisha Kone', SUNDAY)
    const before = await cell(page, 'Aisha Kone', SATURDAY)
    await page.touchscreen.tap(spot.x, spot.y)
    await expect(page.getByRole('dialog', { name: 'Assign Aisha Kone' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(board(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-choice]')).toBeHidden()
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await touch('touchStart', spot)
    // It has rested as soon as the cell is chosen.
    await expect(page.locator('[data-choice]')).toBeVisible()
    await touch('touchMove', before)
    await touch('touchEnd')
    await expect(menuItem(page, 'Assign')).toBeVisible()
    await menuItem(page, 'Copy').click()
    await expect(menu(page)).toBeHidden()
  })
})
