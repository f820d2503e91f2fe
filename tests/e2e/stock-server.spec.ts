import type { Page } from '@playwright/test'
import { dialog, expect, listening, row } from './app.ts'
import { loaded, settled } from './settled.ts'
import { another, askedAgain, enter, test } from './stock.ts'

const linksIn = (page: Page, name: string) => page.getByRole('navigation', { name }).getByRole('link')

test('a start shows what there is, and nothing else', { tag: '@whole' }, async ({ page, stock }) => {
  await enter(page, 'ada')
  await settled(page)
  await expect(linksIn(page, 'Main')).toHaveText([/^$/, 'Home', 'Projects', 'Directory', 'My Time', 'Time', 'Setup'])
  await page.goto('/setup')
  await settled(page)
  await expect(page.getByRole('main').getByRole('link')).toHaveText([
    'Import',
    'Phases',
    'Custom Fields',
    'Contact Types',
  ])
  await page.goto('/projects/1')
  await settled(page)
  const tabs = page.getByRole('navigation', { name: 'Project' }).getByRole('link')
  await expect(tabs).toHaveText(['Overview', 'RFIs2', 'Cost Codes'])
  await expect(page.getByText('Gate code')).toBeVisible()
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(askedAgain(stock)).toEqual([])
})

test(
  'an RFI is answered, its dot goes, and the other reads it at once',
  { tag: '@whole' },
  async ({ page, stock, browser }) => {
    const other = await another(browser, stock)
    await listening(other, 'messages', () => enter(other, 'pia', '/projects/1/rfis/1'))
    await expect(other.getByText('LP-3, see the addendum.')).toBeVisible()
    await enter(page, 'finn', '/projects/1')
    await page.getByRole('link', { name: 'RFIs, 1 unread' }).click()
    await page
      .getByRole('row', { name: /Which panel/ })
      .getByRole('link')
      .click()
    await expect(page.getByText('LP-3, see the addendum.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'RFIs', exact: true }).first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Both are full.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(other.getByText('Both are full.')).toBeVisible()
    expect(stock.tables.messages?.at(-1)).toMatchObject({ content: 'Both are full.', user_id: 4, messageable_id: 1 })
    await other.context().close()
  },
)

test('time is entered for oneself and others, and changed', { tag: '@whole' }, async ({ page, stock }) => {
  await enter(page, 'finn', '/timecard')
  await expect(page.getByText('2.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Enter time' }).first().click()
  const form = dialog(page, /Time Entry/)
  await expect(form).toBeVisible()
  await form.getByRole('combobox', { name: 'Project' }).fill('Cold')
  await page.getByRole('option', { name: /Cold Storage/ }).click()
  await form
    .getByRole('combobox', { name: /cost code/i })
    .first()
    .fill('Wire')
  await page.getByRole('option', { name: /Wire/ }).click()
  await form.getByRole('spinbutton', { name: 'Hours of Finn Foreman' }).fill('3')
  await form.getByRole('button', { name: 'Add member' }).click()
  const team = dialog(page, 'Add member')
  await team.getByText('Emma Employee').click()
  await team.getByRole('button', { name: /^Add \d/ }).click()
  await form
    .getByRole('combobox', { name: /cost code/i })
    .last()
    .fill('Wire')
  await page.getByRole('option', { name: /Wire/ }).click()
  await form.getByRole('spinbutton', { name: 'Hours of Emma Employee' }).fill('4')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('5.00').first()).toBeVisible()
  const work = { project_id: 1, cost_code_id: 2, type: 'standard' }
  expect(stock.tables.time_entries?.slice(-2)).toMatchObject([
    { ...work, user_id: 4, hours: 3 },
    { ...work, user_id: 5, hours: 4 },
  ])

  await page.goto('/time?view=entries&entry=3')
  const hours = dialog(page).getByRole('spinbutton', { name: 'Hours' })
  await expect(hours).toHaveValue('3')
  await hours.fill('3.5')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Finn Foreman').filter({ hasText: '3.50' })).toBeVisible()
  expect(stock.tables.time_entries?.find(({ id }) => id === 3)).toMatchObject({ ...work, user_id: 4, hours: 3.5 })
})

test(
  'customers, projects, people and setup lists are added and changed',
  { tag: '@whole' },
  async ({ page, stock }) => {
    await enter(page, 'ada', '/customers')
    await page.getByRole('button', { name: 'Add customer' }).click()
    const customer = dialog(page, /customer/i)
    await customer.getByRole('button', { name: 'Save' }).click()
    await expect(customer).toContainText('Name is required')
    await customer.getByRole('textbox', { name: 'Name', exact: true }).fill('Apple Growers')
    await customer.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Apple Growers')).toBeVisible()
    expect(Object.keys(stock.tables.customers?.at(-1) ?? {})).not.toContain('active')

    await page.goto('/projects')
    await page.getByRole('button', { name: 'Add project' }).click()
    const project = dialog(page, /Add project/i)
    await expect(project.getByRole('textbox', { name: 'Number' })).toHaveValue('2403')
    await project.getByRole('textbox', { name: 'Name', exact: true }).fill('Packing Line')
    await project.getByRole('combobox', { name: 'Customer' }).fill('Apple')
    await page.getByRole('option', { name: /Apple Growers/ }).click()
    await project.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Packing Line' })).toBeVisible()

    await page.goto('/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const person = dialog(page, /Add/)
    await person.getByRole('textbox', { name: 'Name', exact: true }).fill('Una New')
    await person.getByRole('textbox', { name: 'Email', exact: true }).fill('una@example.com')
    await person.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Employee' }).click()
    await person.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Una New')).toBeVisible()

    await loaded(page)
    await page.goto('/setup/contact_types')
    await page.getByRole('button', { name: 'Add contact type' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Supplier')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Supplier', { exact: true })).toBeVisible()
    expect(stock.tables.contact_types?.at(-1)).toMatchObject({ name: 'Supplier' })
    expect(askedAgain(stock)).toEqual([])
  },
)

test(
  'whoever has no password is asked to set one, by what the person’s record says',
  { tag: '@whole' },
  async ({ page, stock }) => {
    await enter(page, 'nora')
    await page.getByRole('menuitem', { name: 'Set Password' }).click()
    const form = dialog(page, 'Set Password')
    await form.getByLabel('Password', { exact: true }).fill('a long enough secret')
    await form.getByLabel('Confirm password').fill('a long enough secret')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    expect(stock.tables.users?.find(({ id }) => id === 8)).toMatchObject({ password: 'a long enough secret' })
  },
)

// Rule saved-view.
test(
  'lists have no views to save where the server has no place for them',
  { tag: '@whole' },
  async ({ page, stock }) => {
    await enter(page, 'ada')
    // What was found out is kept when the answer has come.
    await loaded(page)
    await page.goto('/projects/1/rfis')
    await loaded(page)
    await expect(page.getByRole('radio', { name: /^All/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save or change a view' })).toHaveCount(0)
    expect(askedAgain(stock)).toEqual([])
  },
)

// Rule follow.
test(
  'a work item has no bell where the server does not know who follows it',
  { tag: '@whole' },
  async ({ page, stock }) => {
    await enter(page, 'ada')
    await page.goto('/projects/1/rfis/1')
    await loaded(page)
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
    await loaded(page)
    for (const name of ['Follow', 'Following', 'Following is not loaded'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    const asked = stock.requests.filter(({ path }) => path.endsWith('/follows'))
    expect(asked.map(({ status }) => status)).toEqual([404])
  },
)
