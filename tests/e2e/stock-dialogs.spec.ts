import type { Page } from '@playwright/test'
import { dialects } from '../stock-server/dialect.ts'
import { dialog, expect, row } from './app.ts'
import { askedAgain, enter, test, type Stock } from './stock.ts'
import { loaded } from './settled.ts'

const rowOf = ({ tables }: Stock, kind: string, id: number) => tables[kind]?.find((one) => one.id === id)
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
async function save(page: Page) {
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  // A dialog's place in the history is left behind it, and what the page has found out is kept.
  await loaded(page)
}

/** Opens a dialog, changes one of its texts and saves it. */
async function change(page: Page, at: { path: string; button: string; name: string; value: string }) {
  await page.goto(at.path)
  await page.getByRole('main').getByRole('button', { name: at.button, exact: true }).first().click()
  await field(page, at.name).fill(at.value)
  await save(page)
}

for (const name of ['plain', 'loose'] as const)
  test.describe(`on a ${name} server`, () => {
    test.use({ dialect: dialects[name] })

    test('every dialog changes its record, and nothing else of it', { tag: '@whole' }, async ({ page, stock }) => {
      const of = (kind: string, id: number) => ({ ...rowOf(stock, kind, id) })
      const before = { project: of('projects', 1), person: of('users', 4) }
      await enter(page, 'ada')
      await loaded(page)
      await change(page, { path: '/customers/1', button: 'Edit', name: 'Name', value: 'Harbor Frozen Foods' })
      expect(of('customers', 1)).toMatchObject({ name: 'Harbor Frozen Foods', tax_number: 'X-1' })

      await change(page, { path: '/projects/1', button: 'Edit', name: 'Name', value: 'Colder Storage' })
      const { name: _, updated_at: __, ...rest } = before.project
      expect(Object.keys(rest)).toEqual(expect.arrayContaining(['region', 'archived_at']))
      expect(of('projects', 1)).toMatchObject({ name: 'Colder Storage', region: 'East' })
      expect(String(of('projects', 1).customer_id)).toBe('1')

      await page.goto('/users?person=4')
      await field(page, 'Short name').fill('Finn')
      await save(page)
      expect(of('users', 4)).toMatchObject({ short_name: 'Finn', notification_methods: 'email', role: 'foreman' })
      expect(of('users', 4)).toMatchObject({ email: before.person.email, license: 'journeyman' })

      await change(page, { path: '/setup/phases', button: 'Edit Trim', name: 'Name', value: 'Finish' })
      expect(of('phases', 2)).toMatchObject({ name: 'Finish' })
      await change(page, { path: '/setup/phases/types', button: 'Edit Build', name: 'Name', value: 'Construction' })
      expect(of('phase_types', 1)).toMatchObject({ name: 'Construction' })
      await change(page, { path: '/setup/custom_fields', button: 'Edit Gate code', name: 'Name', value: 'Door code' })
      expect(of('custom_fields', 1)).toMatchObject({ name: 'Door code', for: 'projects' })
      await change(page, { path: '/projects/1/cost_codes', button: 'Edit 26.200 Wire', name: 'Name', value: 'Cable' })
      expect(of('cost_codes', 2)).toMatchObject({ name: 'Cable', category_name: 'Electrical' })

      await page.goto('/projects/1/rfis/2')
      // The project above has a menu of this name too, and is there before.
      await expect(page.getByRole('heading', { name: 'Door hardware', exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'More', exact: true }).last().click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await field(page, 'Title').fill('Door hardware, east')
      await save(page)
      expect(of('rfis', 2)).toMatchObject({ title: 'Door hardware, east', question: 'Who supplies it?' })
      await page.getByRole('button', { name: 'Send', exact: true }).first().click()
      await expect.poll(() => String(of('rfis', 2).sent_id)).toBe('1')
      expect(askedAgain(stock)).toEqual([])
    })

    test('a project is archived after a question, and comes back', { tag: '@whole' }, async ({ page, stock }) => {
      await enter(page, 'ada', '/projects/1')
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Archive' }).click()
      const question = page.getByRole('alertdialog', { name: 'Archive this project?' })
      await expect(question).toContainText('2 open RFIs')
      await question.getByRole('button', { name: 'Archive' }).click()
      await expect(page.getByText('This project is archived.')).toBeVisible()
      expect(rowOf(stock, 'projects', 1)?.archived_at).toEqual(expect.any(String))
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: /archive/i }).click()
      await expect(page.getByText('This project is archived.')).toBeHidden()
      expect(rowOf(stock, 'projects', 1)?.archived_at).toBeNull()
    })

    test('what only our server does with people is not offered', { tag: '@whole' }, async ({ page }) => {
      await enter(page, 'ada', '/users')
      await expect(row(page, 'Nora New')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Invite all' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Add user' }).click()
      await expect(dialog(page).getByRole('checkbox', { name: 'Invite to sign in' })).toHaveCount(0)
      await page.goto('/users?person=8')
      await expect(dialog(page).getByRole('button', { name: 'Change Password' })).toBeVisible()
      for (const button of ['Permissions', 'Invite', 'Reset password'])
        await expect(dialog(page).getByRole('button', { name: button })).toHaveCount(0)
    })

    test('an entry of time is changed and taken back', { tag: '@whole' }, async ({ page, stock }) => {
      await enter(page, 'finn', '/time?view=entries&entry=1')
      const hours = dialog(page).getByRole('spinbutton', { name: 'Hours' })
      await expect(hours).toHaveValue('7.5')
      await hours.fill('6.25')
      await save(page)
      expect(Number(rowOf(stock, 'time_entries', 1)?.hours)).toBe(6.25)
      await expect(row(page, 'Emma Employee')).toContainText('6.25')
      // What is done here cannot be undone, since the server does not say that it can.
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await page.keyboard.press('Control+z')
      await page.goto('/time?view=day')
      await expect(page.getByText('6.25').first()).toBeVisible()
      expect(stock.requests.filter(({ path }) => path === '/api/undo')).toEqual([])
    })
  })

test(
  'customers are imported without being tried on a server that would save them',
  { tag: '@whole' },
  async ({ page, stock }) => {
    await enter(page, 'ada', '/directory?tab=customers')
    await page.getByRole('button', { name: 'Import' }).click()
    const buffer = Buffer.from('Name,Email\nApple Growers,office@apple.example\n')
    await dialog(page).locator('input[type=file]').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
    const add = dialog(page).getByRole('button', { name: /^(Import|Add)/ })
    await expect(add).toBeVisible()
    expect(stock.tables.customers).toHaveLength(3)
    await add.click()
    await expect
      .poll(() => stock.tables.customers?.map(({ name }) => name))
      .toEqual(['Harbor Foods', 'Mesa Schools', 'Zenith Dental', 'Apple Growers'])
  },
)
