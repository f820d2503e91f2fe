import type { Page } from '@playwright/test'
import { dialects } from '../stock-server/dialect.ts'
import { expect } from './app.ts'
import { enter, test, type Stock } from './stock.ts'
import { loaded } from './settled.ts'

const pages = [
  '/',
  '/projects',
  '/projects/1',
  '/projects/1/rfis',
  '/projects/1/rfis/1',
  '/projects/1/rfis/2',
  '/projects/1/cost_codes',
  '/projects/3',
  '/customers',
  '/customers/1',
  '/directory',
  '/users',
  '/users?person=4',
  '/timecard',
  '/time?view=day',
  '/time?view=week',
  '/time?view=entries',
  '/time?view=entries&entry=1',
  '/rfis',
  '/setup/phases',
  '/setup/phases/types',
  '/setup/custom_fields',
  '/setup/contact_types',
]

/** What a page changed that the server does not know: an address, or a method there. */
const unknown = ({ requests }: Stock) =>
  requests.flatMap(({ method, path, status }) =>
    method !== 'GET' && [404, 405, 500].includes(status) ? [`${method} ${path} ${status}`] : [],
  )

/** What stands on the page that can be pressed; of many alike, such as those of rows, the first. */
async function buttonsOf(page: Page): Promise<number[]> {
  const names = await page
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''))
  const kinds = names.map((name) => name.replace(/ (?:of|for|on) .*| [A-Z].*|\d+/gu, ''))
  return kinds.flatMap((kind, at) => (kinds.indexOf(kind) === at && !/account|Reload|Refresh/.test(kind) ? [at] : []))
}

/** Presses every button of a page, and every item of the menus that open, each on the page as it opens. */
async function pressAll(page: Page, path: string): Promise<void> {
  const open = async () => {
    await page.goto(path)
    await loaded(page)
  }
  // What cannot be pressed, such as what is covered or off, is left.
  const press = async (at: number) => {
    const button = page.getByRole('button').nth(at)
    if (await button.isEnabled({ timeout: 1000 }).catch(() => false))
      await button.click({ timeout: 1000 }).catch(() => {})
    await loaded(page)
  }
  await open()
  for (const at of await buttonsOf(page)) {
    await open()
    await press(at)
    const items = await page.getByRole('menuitem').count()
    for (let item = 0; item < items; item++) {
      await open()
      await press(at)
      await page
        .getByRole('menuitem')
        .nth(item)
        .click({ timeout: 2000 })
        .catch(() => {})
      await loaded(page)
    }
  }
}

for (const [person, dialect] of [
  ['ada', 'plain'],
  ['finn', 'loose'],
  ['cleo', 'sparse'],
] as const)
  test.describe(`${person} on a ${dialect} server`, () => {
    test.use({ dialect: dialects[dialect] })
    for (const path of pages)
      test(`can press whatever there is on ${path}`, { tag: '@whole' }, async ({ page, stock }) => {
        await enter(page, person)
        await pressAll(page, path)
        expect(unknown(stock)).toEqual([])
      })
  })
