import { ask, dialog, expect, listening, row, signIn, test, unique } from './app.ts'

interface Project {
  id: number
  name: string
  number: string
  customer_id: number
  customer_name: string
}

test('new, changed, moved and deleted records appear for others within a second without reloading', async ({
  browser,
  baseURL,
}) => {
  const [one, other] = await Promise.all(
    [1, 2].map(async () => (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()),
  )
  if (!one || !other) throw new Error('Two browsers were asked for.')
  const name = unique('AAA Live')
  await signIn(one, 'admin', '/customers')
  await listening(other, 'customers', () => signIn(other, 'foreman', '/customers'))
  await expect(row(other, 'Apex General')).toBeVisible()
  await other.evaluate(() => Object.assign(globalThis, { untouched: true }))

  await one.getByRole('button', { name: 'Add customer' }).click()
  await dialog(one).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog(one).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(one)).toBeHidden()
  await expect(row(other, name)).toBeVisible()

  await row(one, name).getByRole('link').click()
  await one.getByRole('button', { name: 'Edit' }).click()
  await dialog(one).getByRole('textbox', { name: 'Phone', exact: true }).fill('5095550123')
  await dialog(one).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(one)).toBeHidden()
  await expect(row(other, name)).toContainText('(509) 555-0123')

  await one.getByRole('button', { name: 'Delete' }).click()
  await one.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(one).toHaveURL('/customers')
  await expect(row(other, name)).toHaveCount(0)
  expect(await other.evaluate(() => 'untouched' in globalThis)).toBe(true)
  for (const page of [one, other]) await page.context().close()
})

test('a page shows that someone else has deleted its record', { tag: '@whole' }, async ({ page, browser, baseURL }) => {
  await signIn(page, 'admin')
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/customers', { name: unique('Doomed') })
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await listening(other, 'customers', () => signIn(other, 'office', `/customers/${id}`))
  await expect(other.getByRole('heading', { level: 1, name: /Doomed/ })).toBeVisible()
  await ask(page, 'DELETE', `/api/customers/${id}`)
  await expect(other.getByText('This customer no longer exists.')).toBeVisible()
  await context.close()
})

test('a renamed customer is renamed everywhere', { tag: '@whole' }, async ({ page, browser, baseURL }) => {
  const office = await (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()
  await signIn(office, 'admin')
  const customer = await ask<{ id: number }>(office, 'POST', '/api/customers', { name: unique('Before') })
  const project = await ask<Project>(office, 'POST', '/api/projects', {
    customer_id: customer.id,
    name: unique('Renaming'),
    number: unique('R'),
  })
  await signIn(page, 'foreman', `/projects/${project.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project.name)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Before/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Before')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project.name)
  await ask(office, 'PATCH', `/api/customers/${customer.id}`, { name: 'After the rename' })
  await expect(page.getByRole('main')).toContainText('After the rename')
  await office.context().close()
})

test(
  'a customer’s guest sees that customer’s projects but no customers',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ baseURL, serviceWorkers: 'block' })).newPage()
    await signIn(office, 'admin')
    const all = await ask<Project[]>(office, 'GET', '/api/projects?status=all')
    const theirs = all.filter(({ customer_name }) => customer_name === 'Kennewick School District')
    const foreign = all.find(({ customer_name }) => customer_name !== 'Kennewick School District')
    if (!foreign) throw new Error('Every project is the guest’s.')

    await listening(page, 'projects', () => signIn(page, 'customer', '/projects'))
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click()
    await expect(page.getByRole('row')).toHaveCount(theirs.length + 1)
    await expect(page.getByRole('button', { name: 'Add project' })).toHaveCount(0)
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Setup|Directory|My Time/ })).toHaveCount(0)
    for (const path of ['/customers', '/customers/1', '/setup', '/setup/phases']) {
      await page.goto(path)
      await expect(page.getByText('You do not have permission to see this.')).toBeVisible()
    }
    await page.goto(`/projects/${foreign.id}`)
    await expect(page.getByRole('main')).not.toContainText(foreign.name)
    await expect(page.getByRole('main')).toContainText(/no longer exists|could not be found|not found/i)

    const own = theirs[0]
    if (!own) throw new Error('The guest has no project.')
    await listening(page, 'projects', () => page.goto(`/projects/${own.id}`))
    await expect(page.getByRole('heading', { level: 1, name: own.name })).toBeVisible()
    for (const name of ['Edit', 'More', 'Delete']) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await ask(office, 'PATCH', `/api/projects/${own.id}`, { name: `${own.name} II` })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${own.name} II`)
    await ask(office, 'PATCH', `/api/projects/${own.id}`, { customer_id: foreign.customer_id })
    await expect(page.getByRole('main')).not.toContainText(`${own.name} II`)
    await ask(office, 'PATCH', `/api/projects/${own.id}`, { customer_id: own.customer_id, name: own.name })
    await office.context().close()
  },
)

test(
  'without a network a new record is shown at once, and saved once when online again',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin', '/customers')
    const name = unique('AAA Offline')
    await page.getByRole('button', { name: 'Add customer' }).click()
    const form = dialog(page, 'Add Customer')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(row(page, name)).toContainText('Waiting')
    await page.context().setOffline(false)
    await expect(page.getByRole('button', { name: /not sent/ })).toBeHidden()
    // The list may hold the server's record before the answer to the change that made it.
    await expect.poll(() => row(page, name).allTextContents()).toEqual([expect.not.stringContaining('Waiting')])
    expect(await ask<unknown[]>(page, 'GET', `/api/customers?search=${encodeURIComponent(name)}`)).toHaveLength(1)
  },
)

test('a lost response does not create a second record', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'admin', '/customers')
  const name = unique('AAA Lost')
  let lost = false
  await page.route('**/api/customers', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.continue()
    lost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Add customer' }).click()
  const form = dialog(page, 'Add Customer')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, name)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /not sent/ })).toBeHidden()
  expect(await ask<unknown[]>(page, 'GET', `/api/customers?search=${encodeURIComponent(name)}`)).toHaveLength(1)
})

test('a signed-in page opens from stored data before the server has confirmed the user', async ({ page }) => {
  await signIn(page, 'employee', '/projects')
  await expect(row(page, 'Badger Mountain').first()).toBeVisible()
  await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: 'down' }))
  await page.reload()
  await expect(page.getByRole('button', { name: /Kim Tran/ })).toBeVisible()
  await expect(row(page, 'Badger Mountain').first()).toBeVisible()
})
