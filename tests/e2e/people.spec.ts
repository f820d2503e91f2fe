import { dialog, expect, row, signIn, test, unique } from './app.ts'

/** A file as Excel saves it in Europe: semicolons, CRLF, the alphabet of Windows. */
const spreadsheet = (...rows: string[]) => ({
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((cells) => `${cells}\r\n`).join(''), 'latin1'),
})

test('people come from a spreadsheet, which is tried before anything is saved', async ({ page }) => {
  const word = unique('Peña')
  const mailbox = word.replace(/\W/g, '').toLowerCase()
  await signIn(page, 'admin', '/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const form = dialog(page, 'Import users')
  const header = 'Name;Email;Phone;Role;Shoe size'
  const good = `"${word}";${mailbox}@x.example;(509) 555-0142;Project manager;44`
  await form
    .locator('input[type=file]')
    .setInputFiles(
      spreadsheet(header, good, '', `Other;${mailbox}@x.example;;foreman;`, 'Third;third@x.example;;wizard;'),
    )
  await expect(form.getByText('Columns that are not used: Shoe size.')).toBeVisible()
  await expect(form.getByRole('listitem')).toHaveText([
    'Line 4: That email is already in use.',
    'Line 5: Choose a customer or a contact type.',
  ])
  await expect(form.getByRole('button', { name: 'Import 3' })).toBeDisabled()
  await form.getByRole('button', { name: 'Other file' }).click()
  await form.locator('input[type=file]').setInputFiles(spreadsheet(header, good))
  await form.getByRole('button', { name: 'Import 1' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('searchbox').fill(word)
  await expect(row(page, word)).toContainText('Project manager')
})

test('a file longer than one request is checked as a whole', async ({ page }) => {
  const word = unique('Crew').replace(' ', '').toLowerCase()
  await signIn(page, 'admin', '/users')
  await page.getByRole('button', { name: 'Import' }).click()
  const form = dialog(page, 'Import users')
  const people = Array.from({ length: 501 }, (_, at) => `Crew ${at};${word}${at % 500}@x.example;foreman`)
  await form.locator('input[type=file]').setInputFiles(spreadsheet('Name;Email;Role', ...people))
  await expect(form.getByRole('listitem')).toHaveText('Line 502: That email is already in use. Line 2 has it too.')
})
