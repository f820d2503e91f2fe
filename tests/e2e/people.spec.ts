import { readFileSync } from 'node:fs'
import type { Page, WebSocketRoute } from '@playwright/test'
import { ask, dialog, expect, listening, row, signIn, test, unique } from './app.ts'

/** A CSV file as saved by Excel in Europe: semicolons, CRLF, Windows-1252. */
const spreadsheet = (...rows: string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((cells) => `${cells}\r\n`).join(''), 'latin1'),
})

test('people are imported from a spreadsheet: good lines go in, the others come back with their reasons @whole', async ({
  page,
}) => {
  const word = unique('Peña')
  const mailbox = word.replace(/\W/g, '').toLowerCase()
  await signIn(page, 'admin', '/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const form = dialog(page, 'Import users')
  const header = 'Name;Email;Phone;Role;Shoe size'
  const good = `"${word}";${mailbox}@x.example;(509) 555-0142;Project manager;44`
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(10 * 2 ** 20 + 1, 'a') }
  await form.locator('input[type=file]').setInputFiles(large)
  await expect(form.getByText('This file is larger than 10 MB.')).toBeVisible()
  await form
    .locator('input[type=file]')
    .setInputFiles(
      spreadsheet(header, good, '', `Other;${mailbox}@x.example;;foreman;`, 'Third;third@x.example;;wizard;'),
    )
  await expect(form.getByText('Columns that are not used: Shoe size.')).toBeVisible()
  await expect(form.getByRole('listitem')).toHaveText([
    'Line 4: That email is already in use. Line 2 has it too.',
    'Line 5: Role cannot be “wizard”. It is one of: Admin, Project manager, Office staff, Foreman, Employee.',
  ])
  await form.getByRole('button', { name: 'Import 1' }).click()
  await expect(form.getByText('2 lines were not imported.')).toBeVisible()
  const coming = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download these lines' }).click()
  const rest = readFileSync(await (await coming).path(), 'utf8')
  expect(rest.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFName,Email,Phone,Role,Shoe size,Reason',
    `Other,${mailbox}@x.example,,foreman,,That email is already in use. Line 2 has it too.`,
  ])
  await form.getByRole('button', { name: 'Done' }).click()
  const offer = page.getByRole('alertdialog', { name: 'Invite 1 person you just imported?' })
  await offer.getByRole('button', { name: 'Invite', exact: true }).click()
  const handing = page.getByRole('alertdialog', { name: 'Hand over this link' })
  await expect(handing.getByRole('textbox', { name: word })).toHaveValue(/\/invite\?token=\w{64}$/)
  await handing.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox').fill(word)
  await expect(row(page, word)).toContainText('Project manager')

  // Importing the person again updates them, which the dialog announces first.
  await page.getByRole('button', { name: 'Import' }).click()
  await form
    .locator('input[type=file]')
    .setInputFiles(spreadsheet('Whom we pay;Email;Role', `"${word}";${mailbox.toUpperCase()}@x.example;Foreman`))
  await expect(form.getByText('The column “Name” is missing. Choose which one holds it.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Whom we pay' }).click()
  await page.getByRole('option', { name: 'Name', exact: true }).click()
  await expect(form.getByText('0 users would be added, 1 changed.')).toBeVisible()
  // What is below the columns moves up when they fold.
  await expect(form.getByRole('button', { name: 'Choose columns' })).toBeVisible()
  await form.getByText('What changes').click()
  await expect(form.getByRole('listitem')).toHaveText(`Line 2: ${word}: Email, Role`)
  await form.getByRole('button', { name: 'Import 1' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, word)).toContainText('Foreman')
})

test('a file longer than one request is checked as a whole', { tag: '@whole' }, async ({ page }) => {
  const word = unique('Crew').replace(' ', '').toLowerCase()
  await signIn(page, 'admin', '/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const form = dialog(page, 'Import users')
  const people = Array.from({ length: 501 }, (_, at) => `Crew ${at};${word}${at % 500}@x.example;foreman`)
  await form.locator('input[type=file]').setInputFiles(spreadsheet('Name;Email;Role', ...people))
  await expect(form.getByRole('listitem')).toHaveText('Line 502: That email is already in use. Line 2 has it too.')
})

/** Makes an employee, who signs in on another page. */
async function hire(page: Page, other: Page): Promise<number> {
  const name = unique('Rita Riser')
  const email = `${name.replace(/\W/g, '').toLowerCase()}@x.example`
  await signIn(page, 'admin')
  const password = 'hard to guess'
  const draft = { name, email, role: 'employee', password, password_confirmation: password }
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/users', draft)
  await other.goto('/welcome')
  await other.getByRole('button', { name: 'Login' }).first().click()
  await dialog(other)
    .getByRole('textbox', { name: /^Email/ })
    .fill(email)
  await dialog(other).getByLabel('Password', { exact: true }).fill(password)
  await listening(other, 'users', () => dialog(other).getByRole('button', { name: 'Submit' }).click())
  return id
}

test(
  'rights that are taken while the connection is down are gone when it is back',
  { tag: '@whole' },
  async ({ page, browser }) => {
    const other = await browser.newPage()
    const sockets: WebSocketRoute[] = []
    const [again, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await other.routeWebSocket(/./, async (socket) => {
      if (sockets.push(socket) > 1) {
        again.resolve()
        await up.promise
      }
      socket.connectToServer()
    })
    const id = await hire(page, other)
    const main = other.getByRole('navigation', { name: 'Main' })
    await ask(page, 'PATCH', `/api/users/${id}`, { role: 'admin' })
    // No list of people is on this page, of which one would tell.
    await main.getByRole('link', { name: 'Setup' }).click()
    await expect(other.getByRole('heading', { name: 'Setup' })).toBeVisible()
    await sockets[0]?.close()
    await again.promise
    await ask(page, 'PATCH', `/api/users/${id}`, { role: 'employee' })
    up.resolve()
    await expect(main.getByRole('link', { name: 'Setup' })).toBeHidden()
    await other.close()
  },
)

test(
  'someone whose role is changed gets the pages of the new role without reloading',
  { tag: '@whole' },
  async ({ page, browser }) => {
    const other = await browser.newPage()
    const id = await hire(page, other)
    const main = other.getByRole('navigation', { name: 'Main' })
    await expect(main.getByRole('link', { name: 'Projects' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Setup' })).toBeHidden()

    await ask(page, 'PATCH', `/api/users/${id}`, { role: 'admin' })
    await expect(main.getByRole('link', { name: 'Setup' })).toBeVisible()
    await main.getByRole('link', { name: 'Setup' }).click()
    await expect(other.getByRole('heading', { name: 'Setup' })).toBeVisible()

    await ask(page, 'PATCH', `/api/users/${id}`, { role: 'employee' })
    await expect(main.getByRole('link', { name: 'Setup' })).toBeHidden()
    await expect(other.getByText('You do not have permission to see this.')).toBeVisible()

    await ask(page, 'PATCH', `/api/users/${id}`, { active: false })
    await expect(other).toHaveURL('/welcome')
    await expect(other.getByText('You are signed out. Please sign in again.')).toBeVisible()
    await other.close()
  },
)

test(
  'an invited person opens the link handed over, sets a password, and signs in with it',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'admin', '/users')
    const name = unique('Ina Invited')
    const email = `${name.replace(/\W/g, '').toLowerCase()}@x.example`
    await page.getByRole('button', { name: 'Add user' }).click()
    const adding = dialog(page, 'Add Team Member')
    await adding.getByRole('textbox', { name: /^Name/ }).fill(name)
    await adding.getByRole('textbox', { name: /^Email/ }).fill(email)
    await adding.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Foreman' }).click()
    await expect(adding.getByRole('checkbox', { name: 'Invite to sign in' })).toBeChecked()
    await adding.getByRole('button', { name: 'Save' }).click()
    // This server writes mails to a folder, so the link is shown to be handed over.
    const handing = page.getByRole('alertdialog', { name: 'Hand over this link' })
    const link = new URL(await handing.getByRole('textbox', { name }).inputValue())
    await handing.getByRole('button', { name: 'Done' }).click()
    await expect(handing).toBeHidden()

    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const guest = await context.newPage()
    await guest.goto(`${link.pathname}${link.search}`)
    await guest.getByRole('button', { name: 'Continue' }).click()
    await guest.getByRole('menuitem', { name: 'Set Password' }).click()
    const form = dialog(guest, 'Set Password')
    await form.getByLabel('Password', { exact: true }).fill('hard to guess')
    await form.getByLabel('Confirm password', { exact: true }).fill('hard to guest')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('The passwords do not match.')).toBeVisible()
    await form.getByLabel('Confirm password', { exact: true }).fill('hard to guess')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await guest.getByRole('button', { name: /your account/ }).click()
    await guest.getByRole('menuitem', { name: 'Logout' }).click()
    await guest.getByRole('button', { name: 'Login' }).first().click()
    await dialog(guest).getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog(guest).getByLabel('Password', { exact: true }).fill('hard to guess')
    await dialog(guest).getByRole('button', { name: 'Submit' }).click()
    await expect(guest.getByRole('button', { name: `${name}, your account` })).toBeVisible()
    // The link works only once.
    await guest.goto(`${link.pathname}${link.search}`)
    await expect(guest.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
    await context.close()
  },
)

test('the directory finds people by phone number, and exports them', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager', '/directory')
  const people = await ask<{ name: string; phone_number: string }[]>(page, 'GET', '/api/users')
  const phone = people.find(({ name }) => name === 'Kim Tran')?.phone_number ?? ''
  const written = phone.replace(/^1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(written)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, 'Kim Tran')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call Kim Tran' })).toHaveAttribute('href', `tel:+${phone}`)
  const taken = async (kind: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'More for users' })
        .click()
        .then(() => page.getByRole('menuitem', { name: kind }).click()),
    ])
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')]
  }
  const [sheet, cells] = await taken('CSV of 1')
  expect(sheet).toBe('people.csv')
  expect(cells?.split('\r\n')[1]).toBe(`Kim Tran,Employee,,apprentice,${written},employee@plumbline.test`)
  const [cards, card] = await taken('vCard')
  expect(cards).toBe('people.vcf')
  expect(card).toContain('FN:Kim Tran\r\n')
  expect(card).toContain(`TEL;TYPE=CELL:+${phone}`)
  // A manager may edit contacts but not team members.
  await expect(page.getByRole('button', { name: 'Edit Kim Tran' })).toBeHidden()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit Jo Reyes' })).toBeVisible()
})

test(
  'the permission grid shows the permissions of the role selected in the form',
  { tag: '@whole' },
  async ({ page }) => {
    await signIn(page, 'admin')
    const people = await ask<{ id: number; email: string }[]>(page, 'GET', '/api/users')
    await page.goto(`/users?person=${people.find(({ email }) => email === 'pat@plumbline.test')?.id}`)
    const form = dialog(page, 'Edit Team Member')
    await form.getByRole('button', { name: 'Permissions' }).click()
    const grid = form.getByRole('table', { name: 'Permissions' })
    await expect(grid.getByText('Not allowed').first()).toBeVisible()
    await form.getByRole('combobox', { name: 'Role', exact: true }).click()
    await page.getByRole('option', { name: 'Admin', exact: true }).click()
    await expect(grid.getByText('Not allowed')).toHaveCount(0)
    await grid.getByRole('combobox', { name: 'delete projects' }).click()
    await page.getByRole('option', { name: 'Deny' }).click()
    await expect(grid.getByText('Not allowed')).toHaveCount(1)
  },
)
