import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { runningClock } from '../clock/clock.ts'
import { PASSWORD } from '../stock-server/company.ts'
import { startStockServer } from '../stock-server/stock-server.ts'
import { dialog, expect, listening, row, test as base, tokenOf } from './app.ts'
import { settled } from './settled.ts'

type Stock = Awaited<ReturnType<typeof startStockServer>>

/** The built front end on a server that answers only what the specification names. */
const test = base.extend<{ stock: Stock }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  stock: async ({}, provide) => {
    const page = fileURLToPath(new URL('../../dist', import.meta.url))
    const stock = await startStockServer({ today: runningClock.day(), now: runningClock.now, page, key: 'plumbline' })
    await provide(stock)
    await stock.stop()
  },
  baseURL: ({ stock }, provide) => provide(stock.url),
})

async function enter(page: Page, person: string, path = '/'): Promise<void> {
  const { request } = page.context()
  await request.get('/sanctum/csrf-cookie')
  const data = { email: `${person}@example.com`, password: PASSWORD }
  expect((await request.post('/login', { data, headers: await tokenOf(page.context()) })).status()).toBe(204)
  await page.goto(path)
  await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
}
const another = async (browser: Browser, { url }: Stock): Promise<Page> =>
  (await browser.newContext({ baseURL: url, serviceWorkers: 'block' })).newPage()

/** What pages asked for again although the server had answered that there is no such thing. */
function askedAgain({ requests }: Stock): string[] {
  const refused = requests
    // The page of a build for its own host asks for this before any script runs.
    .filter(({ status, path }) => [404, 405].includes(status) && path !== '/api/app')
    .map(({ method, path }) => `${method} ${path}`)
  return refused.filter((request, at) => refused.indexOf(request) < at)
}
const linksIn = (page: Page, name: string) => page.getByRole('navigation', { name }).getByRole('link')

test('a start shows what there is, and nothing else', async ({ page, stock }) => {
  await enter(page, 'ada')
  await settled(page)
  await expect(linksIn(page, 'Main')).toHaveText([/^$/, 'Home', 'Projects', 'Directory', 'My Time', 'Time', 'Setup'])
  await page.goto('/setup')
  await settled(page)
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Phases', 'Custom Fields', 'Contact Types'])
  await page.goto('/projects/1')
  await settled(page)
  const tabs = page.getByRole('navigation', { name: 'Project' }).getByRole('link')
  await expect(tabs).toHaveText(['Overview', 'RFIs2', 'Cost Codes'])
  await expect(page.getByText('Gate code')).toBeVisible()
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(askedAgain(stock)).toEqual([])
})

test('an RFI is answered, its dot goes, and the other reads it at once', async ({ page, stock, browser }) => {
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
})

test('time is entered for oneself and others, and changed', async ({ page, stock }) => {
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
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('5.00').first()).toBeVisible()
  expect(stock.tables.time_entries?.at(-1)).toMatchObject({ user_id: 4, project_id: 1, cost_code_id: 2, hours: 3 })
})

const routes = [
  '/',
  '/projects',
  '/projects/1',
  '/projects/1/daily_logs',
  '/projects/1/daily_logs/1',
  '/projects/1/documents/1',
  '/projects/1/rfis',
  '/projects/1/rfis/1',
  '/projects/1/cost_codes',
  '/projects/3',
  '/customers',
  '/customers/1',
  '/directory',
  '/users',
  '/timecard',
  '/timecard/basic',
  '/time',
  '/schedule',
  '/forecasting',
  '/rfis',
  '/rfis/1',
  '/test_drawing_sheet',
  '/setup',
  '/setup/phases',
  '/setup/default_tasks',
  '/setup/default_punch_items',
  '/setup/default_cost_codes',
  '/setup/custom_fields',
  '/setup/contact_types',
  '/setup/default_project_documents',
  '/setup/default_project_documents/folder_access',
  '/not_found',
  '/nowhere',
]
for (const person of ['ada', 'pia', 'olaf', 'finn', 'emma', 'carl', 'cleo'])
  test(`every route can be visited by ${person}`, { tag: '@whole' }, async ({ page, stock }) => {
    await enter(page, person)
    await page.waitForLoadState('networkidle')
    for (const route of routes) {
      await page.goto(route)
      // What was found out is kept when the answer has come, not when it was sent.
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('main').getByText(/Something went wrong|could not be loaded/), route).toHaveCount(0)
      await expect(page.getByRole('main'), route).not.toBeEmpty()
    }
    expect(askedAgain(stock)).toEqual([])
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

    await page.goto('/setup/contact_types')
    await page.getByRole('button', { name: 'Add contact type' }).click()
    await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Supplier')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Supplier')).toBeVisible()
    expect(stock.tables.contact_types?.at(-1)).toMatchObject({ name: 'Supplier' })
    expect(askedAgain(stock)).toEqual([])
  },
)
