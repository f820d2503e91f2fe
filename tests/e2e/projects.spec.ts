import type { Browser, Page } from '@playwright/test'
import { ask, dialog, expect, listening, signIn, test, unique } from './app.ts'

interface Project {
  id: number
  name: string
  number: string
  customer_id: number
}

const newProject = (page: Page, more: object = {}) =>
  ask<Project>(page, 'POST', '/api/projects', {
    customer_id: 2,
    name: unique('Shared'),
    number: unique('P'),
    ...more,
  })
/** A second browser context. */
const another = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' })).newPage()
const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  return dialog(page, 'Edit Project')
}
const field = (form: ReturnType<typeof dialog>, name: string) => form.getByRole('textbox', { name, exact: true })

test(
  'changing the number to one that is taken in the meantime fails and keeps the input',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager')
    const [one, other] = [await newProject(page), await newProject(page)]
    const number = unique('P')
    await page.goto(`/projects/${one.id}`)
    const form = await edit(page)
    const rename = form.getByRole('switch', { name: 'Rename the folder in the document store too' })
    await expect(field(form, 'Number')).toHaveAccessibleDescription(
      'Documents are saved under this number in the document store.',
    )
    await expect(rename).toBeDisabled()
    await field(form, 'Number').fill(number)
    await expect(rename).toBeEnabled()
    await ask(page, 'PATCH', `/api/projects/${other.id}`, { number })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(field(form, 'Number')).toHaveAccessibleDescription(/Project number already in use\./)
    await expect(field(form, 'Number')).toHaveValue(number)
    await field(form, 'Number').fill(`${number}b`)
    await expect(field(form, 'Number')).not.toHaveAccessibleDescription(/already in use/)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page).toHaveTitle(`${number}b ${one.name}`)
  },
)

test(
  'two people edit one project: saves appear for the other, and conflicts are resolved by hand',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await another(browser, baseURL)
    await signIn(office, 'office')
    const { id, name } = await newProject(office)
    await listening(page, 'projects', () => signIn(page, 'manager', `/projects/${id}`))
    const [mine, theirs] = [`${name} north`, `${name} south`]
    const form = await edit(page)
    await field(form, 'Name').fill(mine)
    await office.goto(`/projects/${id}`)
    const other = await edit(office)
    await field(other, 'Name').fill(theirs)
    await other.getByText('Prevailing').click()
    await other.getByRole('combobox', { name: 'State' }).fill('wa')
    await office.getByRole('option', { name: 'WA Washington' }).click()
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other).toBeHidden()
    // The page behind the form already shows the other person's change.
    await expect(page).toHaveTitle(new RegExp(`${theirs}$`))

    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText(
      'This record was changed by someone else. Review the latest version and save again.',
    )
    await expect(form).toContainText(`Someone else changed this to ${theirs}.`)
    await expect(field(form, 'Name')).toHaveValue(mine)
    await expect(form.getByRole('radio', { name: 'Prevailing' })).toBeChecked()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(office.getByRole('heading', { level: 1 })).toHaveText(mine)
    expect(await ask(office, 'GET', `/api/projects/${id}`)).toMatchObject({ name: mine, overtime_rule: 'prevailing' })
    await office.context().close()
  },
)

test(
  'an archived project is read-only for everyone until it is unarchived',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await another(browser, baseURL)
    await signIn(office, 'office')
    const { id, name } = await newProject(office)
    await office.goto(`/projects/${id}`)
    const late = await edit(office)
    await field(late, 'Name').fill(`${name} late`)

    await signIn(page, 'manager', `/projects/${id}`)
    await expect(page.getByRole('button', { name: 'Enter time' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add photos' })).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Archive', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('An archived project is read-only.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByRole('status').getByText('This project is archived.')).toBeVisible()
    for (const gone of ['Edit', 'Enter time', 'Add photos'])
      await expect(page.getByRole('button', { name: gone, exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'More tabs' }).click()
    await page.getByRole('menuitem', { name: 'Cost Codes' }).click()
    await expect(page.getByText('No cost codes yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Add cost code|Copy from defaults/ })).toHaveCount(0)

    // An edit in progress is refused with a message.
    await late.getByRole('button', { name: 'Save' }).click()
    await expect(late.getByRole('alert')).toContainText('This project is archived.')
    await expect(field(late, 'Name')).toHaveValue(`${name} late`)

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await expect(page.getByText('This project is archived.')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy from defaults' })).toBeVisible()
    // Unarchiving was a change too, but not of the name, so nobody has to be asked.
    await late.getByRole('button', { name: 'Save' }).click()
    await expect(late).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} late`)
    await office.context().close()
  },
)

test('a guest’s deep links respect the guest’s permissions', { tag: '@whole' }, async ({ page }) => {
  const asked: string[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (/^\/api\/.*(cost_code|time_entries|timecards)/.test(pathname)) asked.push(pathname)
  })
  await signIn(page, 'customer')
  const own = await ask<Project[]>(page, 'GET', '/api/projects')
  const mine = own[0]
  if (!mine) throw new Error('The guest has no project.')
  const foreign = [1, 2, 3, 4, 5, 6].find((id) => own.every((project) => project.id !== id))

  await page.goto(`/projects/${foreign}`)
  await expect(page.getByText('This project no longer exists.')).toBeVisible()
  for (const path of [`/projects/${foreign}/cost_codes`, `/projects/${foreign}/history`]) {
    await page.goto(path)
    await expect(page.getByText('This project no longer exists.')).toBeVisible()
  }
  for (const tab of ['cost_codes', 'time', 'history', 'no_such_tab']) {
    await page.goto(`/projects/${mine.id}/${tab}`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' }), tab).toBeVisible()
  }
  for (const path of ['/time', '/time?view=week', '/timecard', '/timecard/basic?user=1']) {
    await page.goto(path)
    await expect(page.getByText('You do not have permission to see this.'), path).toBeVisible()
  }
  await page.goto(`/projects/${mine.id}`)
  await expect(page.getByRole('heading', { level: 1, name: mine.name })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Project' })
  await expect(tabs).toContainText('Overview')
  for (const name of ['Time', 'Cost Codes', 'History']) await expect(tabs.getByRole('link', { name })).toHaveCount(0)
  expect(asked).toEqual([])
  const whole = await ask<Record<string, unknown>>(page, 'GET', `/api/projects/${mine.id}`)
  for (const hidden of ['cost_codes', 'cost_code_categories', 'custom_field_values'])
    expect(whole).not.toHaveProperty(hidden)
})

test(
  'the search offers the projects that were visited last before anything is typed',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'manager', '/projects/2')
    await expect(page.getByRole('navigation', { name: 'Project' })).toBeVisible()
    await page.getByRole('button', { name: 'Search projects' }).click()
    const visited = dialog(page, 'Search projects').getByRole('listbox', { name: 'Projects' })
    await visited.getByRole('option').first().click()
    await expect(page).toHaveURL(/\/projects\/2$/)
    await expect(dialog(page)).toHaveCount(0)
  },
)
