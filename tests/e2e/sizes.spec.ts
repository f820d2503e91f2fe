import type { Page } from '@playwright/test'
import { addDays } from '#lib/days.ts'
import { ask, expect, signIn, test } from './app.ts'
import { settled } from './settled.ts'

/** A company that fills a week: so many people, on jobs of so many codes each. */
const [PEOPLE, JOBS, CODES, AT_ONCE] = [260, 4, 60, 65]
/** The most elements a page has, whatever it shows. */
const MOST = 3_000
const SUNDAY = '2020-11-01'

/** A server of their own, which no other test is to find filled. */
const filled = test.extend<object, { alone: boolean }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  alone: [async ({}, provide) => provide(true), { scope: 'worker', auto: true }],
})

async function storeMany(page: Page, path: string, data: readonly object[]): Promise<{ id: number }[]> {
  const stored: { id: number }[] = []
  for (let at = 0; at < data.length; at += AT_ONCE)
    stored.push(
      ...(await ask<{ id: number }[]>(page, 'POST', `${path}/store_many`, { data: data.slice(at, at + AT_ONCE) })),
    )
  return stored
}
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const padded = (at: number) => String(at).padStart(3, '0')

/** People with eight hours on each of five days, on codes that differ from person to person. */
async function fill(page: Page): Promise<number[]> {
  const people = await storeMany(
    page,
    '/api/users',
    many(PEOPLE, (at) => ({ name: `Hand ${padded(at)}`, role: 'employee', has_access: false, track_time: true })),
  )
  const works: { project_id: number; cost_code_id: number }[] = []
  for (let job = 0; job < JOBS; job++) {
    const team = people.filter((_, at) => at % JOBS === job).map(({ id }) => ({ user_id: id }))
    const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects', {
      customer_id: 2,
      name: `Large ${job}`,
      number: `L-${job}`,
      project_users: team,
    })
    const codes = await storeMany(
      page,
      `/api/projects/${id}/cost_codes`,
      many(CODES, (at) => ({ number: `9${padded(at)}`, name: `Code ${at}` })),
    )
    works.push(...codes.map((code) => ({ project_id: id, cost_code_id: code.id })))
  }
  await storeMany(
    page,
    '/api/time_entries',
    people.flatMap(({ id: user_id }, at) =>
      many(5, (day) => ({ user_id, ...works[at % works.length], date: addDays(SUNDAY, day + 1), hours: 8 })),
    ),
  )
  return people.map(({ id }) => id)
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

filled(
  'pages of a large company are drawn as far as they are seen (rules time-views, batch) @whole',
  async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, 'admin')
    await fill(page)

    await page.goto(`/time?view=day&day=${addDays(SUNDAY, 1)}`)
    const sheet = page.getByRole('grid')
    await expect(sheet).toHaveAttribute('aria-rowcount', String(PEOPLE + 2))
    await settled(page)
    expect(await elements(page)).toBeLessThanOrEqual(MOST)
    await expect(
      sheet
        .getByRole('row', { name: /^Total/ })
        .getByRole('gridcell')
        .last(),
    ).toHaveText('2,080.00')
    // The keyboard reaches what is not drawn, and what is typed there stays while it is scrolled out of sight.
    await sheet.getByRole('gridcell').first().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('End')
    await expect(page.locator('[role=gridcell]:focus')).toHaveAttribute('aria-label', /^Hand 259, /)
    await page.keyboard.type('4.5')
    await page.evaluate(() => scrollTo(0, 0))
    await settled(page)
    expect(await elements(page)).toBeLessThanOrEqual(MOST)
    await page.keyboard.press('Enter')
    await expect(
      sheet
        .getByRole('row', { name: /^Total/ })
        .getByRole('gridcell')
        .last(),
    ).toHaveText('2,084.50')

    // Closing the week: nothing of it grows with the people but the rows near the screen, and one press approves them all.
    await page.goto(`/payroll?from=${SUNDAY}`)
    const weeks = page.getByRole('table', { name: 'Weeks' })
    await expect(weeks.getByRole('row', { name: 'Total' })).toContainText('10,4')
    await settled(page)
    expect(await elements(page)).toBeLessThanOrEqual(MOST)
    await page.getByText('By person').click()
    await expect(weeks).toHaveAttribute('aria-rowcount', String(PEOPLE + 1))
    await settled(page)
    expect(await elements(page)).toBeLessThanOrEqual(MOST)
    await page.getByRole('button', { name: `Approve ${PEOPLE - 1}` }).click()
    const question = page.getByRole('alertdialog', { name: /^Approve 259 people, 10,3\d\d\.\d\d h\?$/ })
    await question.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('259 weeks approved.')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByRole('list', { name: 'Steps' })).toContainText('Approved259 of')
    // What is left has a day of 12.5 hours.
    await expect(page.getByRole('button', { name: /^Approve \d+$/ })).toHaveCount(0)
  },
)
