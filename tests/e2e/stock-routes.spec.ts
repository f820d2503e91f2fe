import type { Page } from '@playwright/test'
import { dialects } from '../stock-server/dialect.ts'
import { expect } from './app.ts'
import { askedAgain, enter, test } from './stock.ts'
import { loaded } from './settled.ts'

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
const people = ['ada', 'pia', 'olaf', 'finn', 'emma', 'carl', 'cleo']

async function visit(page: Page, person: string, paths: readonly string[]): Promise<void> {
  await enter(page, person)
  for (const path of ['', ...paths]) {
    if (path) await page.goto(path)
    // What was found out is kept when the answer has come, not when it was sent.
    await loaded(page)
    await expect(page.getByRole('main').getByText(/Something went wrong|could not be loaded/), path).toHaveCount(0)
    await expect(page.getByRole('main'), path).not.toBeEmpty()
  }
}

for (const [name, dialect] of Object.entries(dialects))
  test.describe(`on a ${name} server`, () => {
    test.use({ dialect })
    for (const person of people)
      test(`every route can be visited by ${person}`, { tag: '@whole' }, async ({ page, stock }) => {
        await visit(page, person, routes)
        expect(askedAgain(stock)).toEqual([])
      })
  })

test.describe('on a server that writes everything loosely', () => {
  test.use({ dialect: dialects.loose })
  test('some routes can be visited by a foreman @whole', async ({ page, stock }) => {
    await visit(page, 'finn', ['/projects/1', '/projects/1/rfis/1', '/customers/1', '/directory', '/time'])
    expect(askedAgain(stock)).toEqual([])
  })
})
