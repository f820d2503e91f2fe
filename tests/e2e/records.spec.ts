import { ask, dialog, expect, row, signIn, test, unique } from './app.ts'

interface Project {
  id: number
  name: string
  number: string
}

test('a customer is added, found, changed and deleted', { tag: '@whole' }, async ({ page }) => {
  const name = unique('Zillah Orchards')
  await signIn(page, 'admin', '/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const form = dialog(page, 'Add Customer')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/Name is required/)
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveAccessibleDescription(/required/)
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('no address')
  await form.getByRole('textbox', { name: 'Phone', exact: true }).fill('509555')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveAccessibleDescription(
    /must be a valid email address/,
  )
  await expect(form.getByRole('textbox', { name: 'Phone', exact: true })).toHaveAccessibleDescription(
    /must have 10 digits/,
  )
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('office@zillah.example')
  await form.getByRole('textbox', { name: 'Phone', exact: true }).fill('5095550188')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Customer added.')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search customers' }).fill(name.toUpperCase())
  await expect(row(page, name)).toContainText('(509) 555-0188')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page, 'Edit Customer').getByRole('textbox', { name: 'Email', exact: true }).fill('new@zillah.example')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'new@zillah.example' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' }).getByText(/updated/)).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Delete this item?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/customers')
  await expect(page.getByText('Customer deleted.')).toBeVisible()
  await page.getByRole('searchbox').fill(name)
  await expect(page.getByText(/^Nothing here matches/)).toBeVisible()
})

test('a record in use cannot be deleted, and the reason is shown', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'admin', '/customers/1')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This is in use and cannot be deleted.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Kennewick School District' })).toBeVisible()
})

test(
  'a project is created with the next number and a new customer, and its page opens',
  { tag: '@whole' },
  async ({ page }) => {
    const customer = unique('Brand New Client')
    const name = unique('Harbor Lights')
    await signIn(page, 'manager', '/projects')
    const next = await ask<string>(page, 'GET', '/api/projects/next_number')
    await page.getByRole('button', { name: 'Add project' }).click()
    const form = dialog(page, 'Add Project')
    await expect(form.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue(next)
    await expect(form.getByRole('radio', { name: 'Standard' })).toBeChecked()
    await form.getByRole('combobox', { name: /Customer/ }).fill(customer)
    await page.getByRole('option', { name: /Add New/ }).click()
    const inner = dialog(page, 'Add Customer')
    await expect(inner.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(customer)
    await inner.getByRole('button', { name: 'Save' }).click()
    await expect(inner).toBeHidden()
    await expect(form.getByRole('combobox', { name: /Customer/ })).toHaveValue(customer)
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByText('Prevailing').click()
    await form.getByRole('combobox', { name: 'State' }).fill('wa')
    await page.getByRole('option', { name: 'WA Washington' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/projects\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page).toHaveTitle(`${next} ${name}`)
    await expect(page.getByRole('main')).toContainText(customer)
    await expect(page.getByRole('main')).toContainText('Prevailing')
    await page.goto('/projects')
    await expect(page).toHaveTitle('Three Rivers Electric')
  },
)

test(
  'archiving moves a project from the active list to the archived one, and back',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager', '/projects')
    const name = unique('Old Mill')
    const number = unique('N')
    const { id } = await ask<Project>(page, 'POST', '/api/projects', { customer_id: 2, name, number })
    await page.goto(`/projects/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('Project archived.')).toBeVisible()
    await expect(page.getByText('This project is archived.')).toBeVisible()
    await page.goto('/projects')
    await page.getByRole('searchbox', { name: 'Search projects' }).fill(name)
    await expect(page.getByText(/^Nothing here matches/)).toBeVisible()
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Archived').click()
    await expect(row(page, name)).toBeVisible()
    await page.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await expect(page.getByText('Project unarchived.')).toBeVisible()
    await ask(page, 'PATCH', `/api/projects/${id}`, { name: `${name} done` })
  },
)

test('a list remembers its state except the search', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'grant', '/projects')
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click()
  await page.getByRole('columnheader', { name: 'Number' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('Dental')
  await expect(row(page, 'Southridge Dental')).toBeVisible()
  await expect(row(page, 'Canyon Lakes Elementary')).toHaveCount(0)
  await page.getByRole('link', { name: 'Southridge Dental' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Southridge Dental')
  // Back leads to the list as it was left; another visit remembers all but the search.
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search projects' })).toHaveValue('Dental')
  await expect(row(page, 'Canyon Lakes Elementary')).toHaveCount(0)
  for (const visit of [() => page.goto('/projects'), () => page.reload()]) {
    await visit()
    await expect(page.getByRole('searchbox', { name: 'Search projects' })).toHaveValue('')
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
    await expect(page.getByRole('columnheader', { name: 'Number' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByRole('row').nth(1)).toContainText(/\d\d-013/)
  }
})

test('a long list loads more rows when scrolling to its end', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'office', '/customers')
  const count = page.getByRole('heading', { level: 1 })
  await expect(count).toContainText(/Customers\d+/)
  const last = await ask<{ name: string }[]>(page, 'GET', '/api/customers').then((all) => all.at(-1)?.name ?? '')
  const scrollDown = async () => {
    await page.mouse.wheel(0, 5000)
    return row(page, last).isVisible()
  }
  await expect.poll(scrollDown).toBe(true)
})

test('a conflict between two people is resolved without losing input', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'admin', '/customers')
  const name = unique('Contested')
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/customers', { name, email: 'first@x.example' })
  await page.goto(`/customers/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, 'Edit Customer')
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('mine@x.example')
  await ask(page, 'PATCH', `/api/customers/${id}`, { email: 'theirs@x.example', phone_number: '5095550111' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'This record was changed by someone else. Review the latest version and save again.',
  )
  await expect(form.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('mine@x.example')
  await expect(form).toContainText('theirs@x.example')
  await expect(form.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue(/509.*555.*0111/)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('link', { name: 'mine@x.example' })).toBeVisible()
  await expect(page.getByRole('link', { name: '(509) 555-0111' })).toBeVisible()
})

test('closing a form with unsaved input asks for confirmation', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'admin', '/customers')
  await page.getByRole('button', { name: 'Add customer' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Half a na')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep typing' }).click()
  await expect(dialog(page, 'Add Customer').getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Half a na',
  )
  await dialog(page, 'Add Customer').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
})
