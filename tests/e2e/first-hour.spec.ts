import { fileURLToPath } from 'node:url'
import { startServer, type Started } from '../contract/server.ts'
import { dialog, expect, test } from './app.ts'

const entry = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))
const PEOPLE = 'Name\tEmail\tRole\nAna Cruz\tana@first.example\tForeman\nBo Lind\nCy Nash'

/** Servers that start empty, which no other test is to find. */
const starting = test.extend<{ empty: Started }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  empty: async ({}, provide) => {
    const server = await startServer({ entry, args: ['--empty'] })
    await provide(server)
    await server.stop()
  },
  baseURL: ({ empty }, provide) => provide(`http://localhost:${empty.port}`),
  timezoneId: 'America/Chicago',
})

starting(
  'from the administrator’s link to a crew’s first hours (rule first-hour)',
  { tag: '@whole' },
  async ({ page, empty }) => {
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
    const step = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
    const [link = ''] = /\/setup-admin\?token=\w+/.exec(empty.output()) ?? []
    await page.goto(link)
    await page.getByLabel('Name').fill('Dana Marsh')
    await page.getByLabel('Email').fill('dana@first.example')
    await page.getByLabel('Password').fill('quiet copper river 88')
    await press('Create administrator')

    await step('What is your company called?')
    await press('Save and go on')
    await expect(page.getByText('Name is required')).toBeVisible()
    await page.getByLabel('Name').fill('Two Rivers Plumbing')
    // What is typed stays on the device until it is saved.
    await page.getByRole('link', { name: /Time zone/ }).click()
    await step('Where is your office?')
    await page.goBack()
    await expect(page.getByLabel('Name')).toHaveValue('Two Rivers Plumbing')
    await page.reload()
    await expect(page.getByText('Restored what you typed')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Two Rivers Plumbing')
    await press('Save and go on')
    await step('Where is your office?')
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Chicago')
    await press('Save and go on')
    await step('Where do your crews work?')
    await press('Skip')

    // The sample project checks nothing off, and goes with what is on it.
    await press('Try with a sample project')
    await press('Take out the sample project')
    await expect(page.getByRole('alertdialog')).toContainText('SAMPLE Sample project is deleted with 5 cost codes')
    await press('Take it out')
    await expect(page.getByRole('button', { name: 'Try with a sample project' })).toBeVisible()
    await expect(page.getByRole('link', { name: /First project/ })).toContainText('Number, name, address')

    await step('What do you book hours on?')
    await press('Plumbing, 11 codes')
    await expect(page.getByRole('listitem').filter({ hasText: 'Underground' })).toBeVisible()
    await press('Go on')
    await step('Who works for you?')
    await press('Paste or import a list')
    await dialog(page).getByLabel('Or paste it').fill(PEOPLE)
    await press('Check what was pasted')
    await expect(dialog(page).getByRole('status')).toHaveText('3 users would be added.')
    await press('Import 3')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Cy Nash')).toBeVisible()

    // What is left is resumed from Home, and shows what was skipped.
    await page.getByRole('link', { name: 'Do this later' }).click()
    await page.getByRole('link', { name: '4 steps left' }).click()
    await step('Which job are you on?')
    await expect(page.getByRole('link', { name: /Overtime rule/ })).toContainText('Skipped · over 40 hours a week')
    await press('Add project')
    await dialog(page).getByLabel(/^Name/).fill('Harbor Street Clinic')
    await dialog(page)
      .getByRole('combobox', { name: /^Customer/ })
      .fill('Port of Kennewick')
    await page.getByRole('option', { name: 'Add New' }).click()
    await dialog(page, 'Add Customer').getByRole('button', { name: 'Save' }).click()
    await dialog(page, 'Add Project').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: /First project/ })).toContainText('Harbor Street Clinic')
    await press('Go on')
    await step('When does a week begin, and when is it paid?')
    await press('Save and go on')
    await step('Who else approves time and plans?')
    await press('Skip')

    await step('What did the crew do today?')
    await press('Copy the company’s codes')
    await press('Copy 11')
    await press(/^Enter time on/)
    await press('Add member')
    await dialog(page, 'Add member').getByText('Bo Lind').click()
    await press('Add 1 person')
    await page.getByRole('spinbutton', { name: 'Hours of Bo Lind' }).fill('8')
    await page.getByRole('combobox', { name: 'Cost code' }).fill('underground')
    await page.getByRole('option', { name: /Underground/ }).click()
    await dialog(page).getByRole('button', { name: /^Save/ }).click()
    await expect(page.getByText('Hours are coming in')).toBeVisible()
    await press('Go on')
    await press('Go to Home')
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: /left/ })).toBeHidden()
    await page.goto('/setup/start')
    await expect(page).toHaveURL(/\/$/)
  },
)
