import type { Page } from '@playwright/test'
import { dialog, expect, signIn, test, unique } from './app.ts'

const LIST = '/projects/1/rfis'

const tab = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })
const press = (page: Page, name: string) => page.getByRole('radiogroup').getByText(name).first().click()
const headers = (page: Page) => page.getByRole('columnheader')
async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Save or change a view' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
async function leaveOut(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await dialog(page, 'View').getByRole('checkbox', { name: column }).uncheck({ force: true })
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'View')).toBeHidden()
}

async function moveUp(page: Page, column: string): Promise<void> {
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await dialog(page, 'View')
    .getByRole('button', { name: `Move ${column}` })
    .press('ArrowUp')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'View')).toBeHidden()
}

// Rule saved-view.
test(
  'what is chosen of a list is saved as a tab, for oneself and for everybody, and changed and deleted',
  { tag: '@whole' },
  async ({ page, browser }) => {
    const [name, changed] = [unique('Late'), unique('Overdue')]
    await signIn(page, 'manager', LIST)
    await press(page, 'Late')
    const usual = (await headers(page).allTextContents()).filter((text) => text !== 'Cost')
    await leaveOut(page, 'Cost')
    await moveUp(page, 'Due')
    const moved = await headers(page).allTextContents()
    expect(moved).not.toEqual(usual)
    await choose(page, 'Save as a view')
    await dialog(page, 'Save as a view').getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog(page, 'Save as a view').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(tab(page, new RegExp(`^${name}( \\d+)?$`))).toBeChecked()

    // Leaving it gives back what it left out, and it is the same after a reload, in another project too.
    await press(page, 'All')
    await expect(headers(page).filter({ hasText: 'Cost' })).toBeVisible()
    await expect(headers(page).filter({ hasNotText: /^Cost$/ })).toHaveText(usual)
    await press(page, name)
    await expect(headers(page)).toHaveText(moved)
    await page.reload()
    await expect(tab(page, new RegExp(`^${name}`))).toBeChecked()
    await page.goto('/projects/2/rfis')
    await expect(tab(page, new RegExp(`^${name}`))).toBeVisible()

    // Nobody else has it until it is for everybody; then it comes without a reload, and only to be looked at.
    const employee = await (await browser.newContext()).newPage()
    await signIn(employee, 'employee', LIST)
    await expect(tab(employee, /^All/)).toBeVisible()
    await expect(tab(employee, new RegExp(`^${name}`))).toHaveCount(0)
    await page.goto(LIST)
    await press(page, name)
    await choose(page, `Change “${name}”`)
    await dialog(page, 'Change view').getByRole('textbox', { name: 'Name' }).fill(changed)
    await dialog(page, 'Change view').getByRole('checkbox', { name: 'For everybody' }).check({ force: true })
    await dialog(page, 'Change view').getByRole('button', { name: 'Save', exact: true }).click()
    await press(employee, changed)
    await employee.getByRole('button', { name: 'Save or change a view' }).click()
    await expect(employee.getByRole('menuitem', { name: 'Save as a view' })).toBeVisible()
    await expect(employee.getByRole('menuitem', { name: /^Delete/ })).toHaveCount(0)

    // What has departed from it is saved in it.
    await press(page, 'For me')
    await press(page, changed)
    await page.getByRole('columnheader', { name: /Title/ }).getByRole('button').click()
    await choose(page, `Save in “${changed}”`)
    await expect(tab(page, new RegExp(`^${changed}`))).toBeChecked()
    await choose(page, `Delete “${changed}”`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(tab(page, new RegExp(`^${changed}`))).toHaveCount(0)
  },
)
