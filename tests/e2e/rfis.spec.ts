import type { Browser, Page } from '@playwright/test'
import { ask, dialog, expect, listening, row, signIn, test, unique } from './app.ts'

interface Rfi {
  id: number
  project_id: number
  number: number
}
interface Person {
  id: number
  email: string
}

const opened = async (browser: Browser, baseURL: string | undefined): Promise<Page> =>
  (await browser.newContext({ ...(baseURL && { baseURL }), serviceWorkers: 'block' })).newPage()

/** Creates an RFI on project 1 assigned to the sample's contact, sent by default. */
async function make(page: Page, title: string, { sent = true, part = {} } = {}): Promise<Rfi> {
  const people = await ask<Person[]>(page, 'GET', '/api/users')
  const contact = people.find(({ email }) => email === 'contact@plumbline.test')
  const number = await ask<number>(page, 'GET', '/api/projects/1/rfis/next_number')
  const question = { number, title, question: 'Along grid C?', confirmed: ['outside_project'] }
  const draft = { ...question, assigned_id: contact?.id, ...part }
  const rfi = await ask<Rfi>(page, 'POST', '/api/projects/1/rfis', draft)
  if (sent) await ask(page, 'POST', `/api/rfis/${rfi.id}/send`)
  return rfi
}

test('an RFI is created, sent, answered by a guest and resolved, and the other sees each step at once', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = unique('Route')
  await signIn(page, 'manager', '/projects/1/rfis')
  const guest = await opened(browser, baseURL)
  await listening(guest, 'rfis', () => signIn(guest, 'contact', '/rfis'))
  await page.getByRole('button', { name: 'Add RFI' }).click()
  const form = dialog(page, 'Add RFI')
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('textbox', { name: 'Question' }).fill('Along grid C?\nOr D?')
  await form.getByRole('combobox', { name: 'Assigned to' }).fill('Alex')
  await page.getByRole('option', { name: /Alex Winters/ }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('alertdialog', { name: 'Please check' })
  await expect(asked.getByText(/Alex Winters \(.+\) is not on this project’s team/)).toBeVisible()
  await asked.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page).toHaveURL(/\/projects\/1\/rfis\/\d+$/)
  await expect(row(guest, title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send' }).first().click()
  await expect(row(guest, title)).toBeVisible()
  await expect(guest.getByRole('link', { name: /RFIs, \d+ unread/ })).toBeVisible()

  await row(guest, title).getByRole('link').click()
  await expect(guest.getByText('Along grid C?')).toBeVisible()
  await guest.getByRole('textbox', { name: 'Reply' }).fill('Grid C, <b>not</b> D.')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Grid C, <b>not</b> D.')).toBeVisible()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  const resolving = dialog(page, 'Resolve')
  await expect(resolving.getByText(/^Alex Winters: Grid C/).first()).toBeVisible()
  await resolving.getByRole('button', { name: 'Resolve' }).click()
  await expect(guest.getByText('Official answer')).toBeVisible()
  await expect(guest.getByText('Resolved', { exact: true })).toBeVisible()
  await guest.context().close()
})

test(
  'unsending an RFI removes it from the guest’s screen, and sending it again restores it',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'manager')
    const rfi = await make(page, unique('Back'))
    const guest = await opened(browser, baseURL)
    await listening(guest, 'rfis', () => signIn(guest, 'contact', `/rfis/${rfi.id}`))
    await expect(guest.getByText('Along grid C?')).toBeVisible()
    await ask(page, 'POST', `/api/rfis/${rfi.id}/unsend`)
    await expect(guest.getByText('Along grid C?')).toBeHidden()
    await expect(guest.getByText('This RFI no longer exists.')).toBeVisible()
    await ask(page, 'POST', `/api/rfis/${rfi.id}/send`)
    await expect(guest.getByText('Along grid C?')).toBeVisible()
    await guest.context().close()
  },
)

test(
  'someone removed from the distribution no longer sees the open RFI',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'manager')
    const people = await ask<Person[]>(page, 'GET', '/api/users')
    const contact = people.find(({ email }) => email === 'contact@plumbline.test')
    const rfi = await make(page, unique('Off'), {
      part: { assigned_id: null, distributions: [{ user_id: contact?.id }] },
    })
    const guest = await opened(browser, baseURL)
    await listening(guest, 'rfis', () => signIn(guest, 'contact', `/rfis/${rfi.id}`))
    await expect(guest.getByText('Along grid C?')).toBeVisible()
    await ask(page, 'PATCH', `/api/rfis/${rfi.id}`, { distributions: [] })
    await expect(guest.getByText('Along grid C?')).toBeHidden()
    await guest.context().close()
  },
)

test(
  'viewing an RFI in one tab marks it as read in the other',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'manager')
    const people = await ask<Person[]>(page, 'GET', '/api/users')
    const employee = people.find(({ email }) => email === 'employee@plumbline.test')
    const title = unique('Twice')
    const rfi = await make(page, title, { part: { assigned_id: employee?.id } })
    const one = await opened(browser, baseURL)
    await signIn(one, 'employee', '/rfis')
    await expect(row(one, title).getByRole('img', { name: 'Unread' })).toBeVisible()
    const other = await one.context().newPage()
    await other.goto(`/projects/1/rfis/${rfi.id}`)
    await expect(other.getByText('Along grid C?')).toBeVisible()
    await expect(row(one, title).getByRole('img', { name: 'Unread' })).toHaveCount(0)
    await one.context().close()
  },
)

test(
  'two concurrent replies are both saved, one with a file',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'manager')
    const rfi = await make(page, unique('Both'))
    await page.goto(`/projects/1/rfis/${rfi.id}`)
    const guest = await opened(browser, baseURL)
    await signIn(guest, 'contact', `/rfis/${rfi.id}`)
    await page.getByRole('textbox', { name: 'Reply' }).fill('From the office')
    await page
      .locator('input[type=file]:not([capture])')
      .last()
      .setInputFiles({ name: 'lengths.csv', mimeType: 'text/csv', buffer: Buffer.from('run,feet\nC,38\n') })
    await guest.getByRole('textbox', { name: 'Reply' }).fill('From outside')
    await Promise.all([page, guest].map((one) => one.getByRole('button', { name: 'Send', exact: true }).click()))
    for (const one of [page, guest]) {
      // For a moment the text stands in the form as well, which is emptied after the answer.
      const said = one.getByRole('article')
      await expect(said.getByText('From the office')).toBeVisible()
      await expect(said.getByText('From outside')).toBeVisible()
      await expect(one.getByRole('link', { name: /lengths.csv/ })).toBeVisible()
    }
    await guest.context().close()
  },
)

test('an RFI with its thread can be downloaded as a PDF', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'manager')
  const rfi = await make(page, unique('Paper'))
  await ask(page, 'POST', `/api/rfis/${rfi.id}/messages`, { content: 'Größe “ok” ✓' })
  await page.goto(`/projects/1/rfis/${rfi.id}`)
  await page.getByText('Größe “ok” ✓').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).nth(1).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'PDF' }).click()])
  expect(file.suggestedFilename()).toBe(`RFI ${String(rfi.number).padStart(3, '0')}.pdf`)
  const stream = await file.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-')
})

test(
  'a link below a project that one may not see leads to the RFI itself',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    await signIn(page, 'manager')
    const rfi = await make(page, unique('Followed'))
    const project = await ask<{ id: number }>(page, 'POST', '/api/projects', {
      customer_id: 2,
      name: unique('Unseen'),
      number: unique('U'),
    })
    const guest = await opened(browser, baseURL)
    await signIn(guest, 'contact', `/projects/${project.id}/rfis/${rfi.id}`)
    await expect(guest).toHaveURL(new RegExp(`/rfis/${rfi.id}$`))
    await guest.goto(`/projects/${project.id}/rfis/999999`)
    await expect(guest.getByText('This project no longer exists.')).toBeVisible()
    await guest.context().close()
  },
)
