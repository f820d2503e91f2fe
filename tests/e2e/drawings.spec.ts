import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './app.ts'

/** Draws from one place to another, given in parts of the sheet's stage. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no sheet.')
  const at = ([u, v]: readonly [number, number]) => [box.x + box.width * u, box.y + box.height * v] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to), { steps: 4 })
  await page.mouse.up()
}

/** The scale that the sheet was last drawn sharply at. */
const drawnScale = (page: Page) =>
  page.locator('canvas[data-drawn]').evaluate((canvas) => Number((canvas as HTMLCanvasElement).dataset.drawn))

test('an administrator tries every tool on the test sheet', { tag: '@whole' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin')
  await page.goto('/test_drawing_sheet')
  await expect(page.getByRole('application', { name: 'Sheet E2.1 Level 1 power plan' })).toBeVisible()
  await expect(page.locator('canvas[data-drawn]')).toBeAttached()

  // Every kind of mark by its key, each at another place.
  const kinds = ['p', 'l', 'a', 'r', 'o', 'c', 'i', 'm']
  for (const [at, key] of kinds.entries()) {
    await page.keyboard.press(key)
    const x = 0.15 + at * 0.09
    await drag(page, [x, 0.35], [x + 0.06, 0.45])
  }
  await page.keyboard.press('t')
  await drag(page, [0.4, 0.55], [0.55, 0.6])
  // It is typed where it will stand.
  const words = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(words).toBeFocused()
  await page.keyboard.type('Drop at column C4')
  await page.keyboard.press('Enter')
  const lists = page.getByRole('complementary', { name: 'On this sheet' })
  await lists.getByText(`Markups ${kinds.length + 1}`).click()
  await expect(lists.getByRole('button', { name: /Drop at column C4/ })).toBeVisible()
  await expect(lists.getByText('9 markups are yours alone until you publish them.')).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect(lists.getByText(`Markups ${kinds.length}`)).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(lists.getByText(`Markups ${kinds.length + 1}`)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(lists.getByText(`Markups ${kinds.length}`)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(lists.getByText(`Markups ${kinds.length + 1}`)).toBeVisible()

  // A mark is chosen from the list, copied, pasted and deleted.
  await lists.getByRole('button', { name: /Cloud/ }).click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(lists.getByRole('button', { name: /Cloud/ })).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(lists.getByRole('button', { name: /Cloud/ })).toHaveCount(1)
  await page.getByRole('button', { name: /Publish 9/ }).click()
  await expect(lists.getByText(/yours alone/)).toHaveCount(0)

  // Sharp at 800 %, turned, and whole again.
  const stage = page.getByRole('application')
  await stage.hover()
  await page.keyboard.down('Control')
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(page.getByLabel('Zoom', { exact: true })).toHaveText('800 %')
  await expect.poll(() => drawnScale(page)).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Turn by 90°' }).click()
  await expect.poll(() => drawnScale(page)).toBeLessThan(1)
  await page.keyboard.press('Control+f')
  await page.getByLabel('Find on this sheet').fill('kitchen')
  await expect(page.getByText('1 of 1')).toBeVisible()
})

/** Touches places of the sheet, one after the other. */
async function touch(page: Page, ...places: readonly (readonly [number, number])[]) {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('There is no sheet.')
  for (const [u, v] of places) await page.mouse.click(box.x + box.width * u, box.y + box.height * v)
}

test(
  'lengths, areas and counts are measured point by point, and added up by label',
  { tag: '@whole' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'admin')
    await page.goto('/test_drawing_sheet')
    await expect(page.locator('canvas[data-drawn]')).toBeAttached()
    const lists = page.getByRole('complementary', { name: 'On this sheet' })
    await lists.getByText('Markups 0').click()
    await page.keyboard.press('m')
    const bar = page.getByRole('group', { name: 'Measure' })
    await bar.getByLabel('Label').fill('EMT')
    await touch(page, [0.3, 0.3], [0.5, 0.3], [0.5, 0.5])
    await expect(bar.getByLabel('Measured so far')).toHaveText(/^\d+'-\d+/)
    // The last point is taken back, and set again; touching it once more ends the line.
    await page.keyboard.press('Control+z')
    await touch(page, [0.5, 0.45], [0.5, 0.45])
    await drag(page, [0.3, 0.6], [0.5, 0.6])
    const totals = lists.getByRole('table', { name: 'Totals' })
    await expect(totals.getByRole('row')).toHaveCount(1)
    await expect(totals.getByRole('row', { name: /^EMT \d+'-\d+/ })).toBeVisible()
    await expect(lists.getByText('Markups 2')).toBeVisible()

    await bar.getByText('Area').click()
    await bar.getByLabel('Label').fill('')
    await touch(page, [0.55, 0.3], [0.65, 0.3], [0.65, 0.45], [0.55, 0.3])
    await expect(totals.getByRole('row', { name: /^Without a label [\d,.]+ sq ft$/ })).toBeVisible()
    await bar.getByText('Count').click()
    await bar.getByLabel('Label').fill('Receptacle')
    await touch(page, [0.3, 0.7], [0.4, 0.7], [0.5, 0.7])
    // Another tool ends what is being counted.
    await page.keyboard.press('Escape')
    await touch(page, [0.35, 0.7], [0.45, 0.7])
    await page.keyboard.press('v')
    await expect(totals.getByRole('row', { name: 'Receptacle 2 ea' })).toBeVisible()

    // The label of a measurement can be changed, and its colour.
    await lists.getByRole('button', { name: /Receptacle · 2 ea/ }).click()
    const actions = page.getByRole('group', { name: 'Actions on Receptacle' })
    await actions.getByRole('button', { name: 'Green' }).click()
    await expect(actions.getByRole('button', { name: 'Green' })).toHaveAttribute('aria-pressed', 'true')
    await actions.getByLabel('Label').fill('Box')
    await actions.getByLabel('Label').press('Enter')
    await expect(totals.getByRole('row', { name: 'Box 2 ea' })).toBeVisible()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'More' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'Measurements as CSV' }).click()),
    ])
    const rows = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(rows).toHaveLength(1 + 4 + 3)
    expect(rows.at(-1)).toMatch(/Total,Area,/)
    expect(rows.join('\n')).toContain('Total Box,Count,2,ea,2 ea')

    // Only one kind is shown, in the list and on the sheet.
    await lists.getByRole('combobox', { name: 'Kind of markup' }).click()
    await expect(page.getByRole('option')).toHaveText(['Measure'])
  },
)

test(
  'marks are pasted on other sheets, and every step is taken back and made again',
  { tag: '@whole' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'foreman')
    await page.goto('/projects/1/drawings')
    await page.getByRole('link', { name: /^E4.1/ }).first().click()
    const lists = page.getByRole('complementary', { name: 'On this sheet' })
    await lists.getByText('Markups 0').click()
    await expect(page.locator('canvas[data-drawn]')).toBeAttached()
    await page.keyboard.press('c')
    await drag(page, [0.4, 0.4], [0.5, 0.5])
    await lists.getByRole('button', { name: /Cloud/ }).click()
    const blue = page.getByRole('group', { name: 'Actions on cloud' }).getByRole('button', { name: 'Blue' })
    await blue.click()
    await expect(blue).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect(lists.getByText('Markups 0')).toBeVisible()
    // The cloud that is made again is another record, whose colour is changed again.
    await page.keyboard.press('Control+y')
    await expect(lists.getByText('Markups 1')).toBeVisible()
    await page.keyboard.press('Control+y')
    await lists.getByRole('button', { name: /Cloud/ }).click()
    await expect(blue).toHaveAttribute('aria-pressed', 'true')

    await page.keyboard.press(']')
    await expect(page.getByRole('application', { name: /^Sheet E5.1/ })).toBeVisible()
    await expect(page.locator('canvas[data-drawn]')).toBeAttached()
    await page.keyboard.press('Control+v')
    await lists.getByText('Markups 1').click()
    await lists.getByRole('button', { name: /Cloud/ }).click()
    await expect(blue).toHaveAttribute('aria-pressed', 'true')

    // Publishing that stops at a refusal tells how far it came.
    await page.keyboard.press('Control+v')
    await expect(lists.getByText('2 markups are yours alone until you publish them.')).toBeVisible()
    let sent = 0
    await page.route('**/publish', (route) =>
      ++sent > 1 ? route.fulfill({ status: 403, json: { message: 'No longer.' } }) : route.continue(),
    )
    await page.getByRole('button', { name: /Publish 2/ }).click()
    await expect(page.getByText('1 markup published.')).toBeVisible()
    await expect(page.getByText('No longer.')).toBeVisible()
    await expect(lists.getByText('1 markup is yours alone until you publish it.')).toBeVisible()
    await page.unroute('**/publish')

    // What others have seen is deleted only after a question, and comes back as they saw it.
    await page.getByRole('button', { name: /Publish 1/ }).click()
    await expect(lists.getByText(/yours alone/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await lists.getByRole('button', { name: /Cloud/ }).first().click()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(lists.getByText('Markups 1')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(lists.getByText('Markups 2')).toBeVisible()
    await expect(lists.getByText(/yours alone/)).toHaveCount(0)
  },
)

test('revisions and sheets are compared, and aligned by two places', { tag: '@whole' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'manager')
  await page.goto('/projects/1/drawings')
  await page.getByRole('link', { name: 'E2.1 Level 1 power plan, revision 2' }).first().click()
  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('application', { name: 'E2.1 rev 1' })).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'What changed' })
  await panel.getByRole('button', { name: 'Find changed areas' }).click()
  await expect(panel.getByRole('button', { name: 'Area 1' })).toBeVisible()

  // Another sheet, whose places are not the same: 100 px to the left, here.
  await page.getByRole('combobox', { name: 'Compared sheet' }).click()
  await page.getByRole('option', { name: /^E2.2/ }).click()
  const other = page.getByRole('application', { name: 'E2.2 rev 1' })
  await expect(other).toBeVisible()
  const shift = () =>
    other
      .locator('img')
      .first()
      .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).e)
  expect(await shift()).toBe(0)
  await panel.getByRole('button', { name: 'Align by two places' }).click()
  const at = async (name: RegExp, x: number, y: number) => {
    const box = await page.getByRole('application', { name }).boundingBox()
    if (box) await page.mouse.click(box.x + x, box.y + y)
  }
  for (const [x, y] of [
    [150, 350],
    [350, 450],
  ] as const) {
    await expect(panel.getByRole('status')).toContainText('on E2.2')
    await at(/^E2.2/, x, y)
    await expect(panel.getByRole('status')).toContainText('on E2.1')
    await at(/^E2.1/, x + 100, y)
  }
  await expect(panel.getByRole('button', { name: 'Align again' })).toBeVisible()
  await expect.poll(shift).toBeGreaterThan(100)
  await page.reload()
  await expect.poll(shift).toBeGreaterThan(100)
  await panel.getByRole('button', { name: 'Remove the alignment' }).click()
  await expect.poll(shift).toBe(0)
})

test('a manager has no test sheet', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager')
  await page.goto('/test_drawing_sheet')
  await expect(page.getByRole('application')).toHaveCount(0)
})

test(
  "a project's markups are one list, whose rows open their sheets at the markup",
  { tag: '@whole' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'foreman')
    await page.goto('/projects/1/drawings')
    await page.getByText('Markups', { exact: true }).click()
    const rows = page.getByRole('table').getByRole('row')
    const note = rows.filter({ hasText: 'Drop at column C4' })
    await expect(note).toBeVisible()
    await expect(note).toContainText('E2.1')
    await page.getByRole('searchbox', { name: 'Search markups' }).fill('column c4')
    await expect(rows.filter({ hasText: 'Cloud' })).toHaveCount(0)
    await note.getByRole('link').first().click()
    await expect(page.getByRole('application', { name: /^Sheet E2.1/ })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Actions on Drop at column C4' })).toBeVisible()
    await page.goBack()

    // What is ticked is deleted together, and comes back by one press.
    await page.getByRole('searchbox', { name: 'Search markups' }).fill('')
    await note.getByRole('checkbox').click()
    await page.getByRole('region', { name: 'Selected markups' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('1 markup deleted.')).toBeVisible()
    await expect(note).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(note).toBeVisible()
  },
)
