import type { Locator, Page } from '@playwright/test'
import { addDays } from '#lib/days.ts'
import { ask, dialog, expect, listening, signIn, test, unique } from './app.ts'

interface Entry {
  id: number
  user_id: number
  date: string
  hours: number
}
interface Job {
  id: number
  code: number
  people: { id: number; name: string }[]
}

/** Creates a project with one code and a crew that no other test uses. */
async function newJob(page: Page, crew: number): Promise<Job> {
  const people: Job['people'] = []
  for (let at = 0; at < crew; at++) {
    const name = unique(`Hand ${String.fromCharCode(65 + at)}`)
    const body = { name, role: 'employee', has_access: false, track_time: true }
    people.push(await ask(page, 'POST', '/api/users', body))
  }
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects', {
    customer_id: 2,
    name: unique('Timed'),
    number: unique('T'),
    project_users: people.map((person) => ({ user_id: person.id })),
  })
  const code = await ask<{ id: number }>(page, 'POST', `/api/projects/${id}/cost_codes`, {
    number: '120',
    name: 'Rough-in',
  })
  return { id, code: code.id, people }
}
const entriesOf = (page: Page, { id }: Job) =>
  ask<Entry[]>(page, 'GET', `/api/time_entries?project_id=${id}&sort_column=date&sort_direction=asc`)
const enter = (page: Page, { id, code }: Job, user_id: number, date: string, hours: number) =>
  ask<Entry>(page, 'POST', '/api/time_entries', { user_id, project_id: id, cost_code_id: code, date, hours })
async function approve(page: Page, user_id: number, day: string) {
  const week = `/api/timecards?user_id=${user_id}&from=${addDays(day, -6)}&to=${day}`
  const [card] = await ask<{ id: number }[]>(page, 'GET', week)
  if (!card) throw new Error('There is no such week.')
  await ask(page, 'POST', `/api/timecards/${card.id}/approve`)
}
const cell = (page: Page, person: string, column: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${person}, .*${column}`) })

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there.')
}

test('time for ten people can be entered by keyboard, in 180 keys at most @whole', async ({ page }) => {
  await signIn(page, 'admin')
  const job = await newJob(page, 10)
  await page.goto(`/projects/${job.id}`)
  const open = page.getByRole('button', { name: 'Enter time' })
  await expect(open).toBeVisible()
  await page.evaluate(() => {
    Object.assign(globalThis, { keys: 0 })
    addEventListener('keydown', () => Reflect.set(globalThis, 'keys', Reflect.get(globalThis, 'keys') + 1), true)
  })
  await open.focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, /Time Entry$/)
  await expect(form.getByRole('button', { name: 'Add crew (10)' })).toBeVisible()
  await tabTo(page, form.getByRole('button', { name: 'Add crew (10)' }))
  await page.keyboard.press('Enter')
  const hours = form.getByRole('spinbutton', { name: /^Hours of Hand/ })
  await expect(hours).toHaveCount(10)
  await tabTo(page, hours.first())
  for (let at = 0; at < 10; at++) {
    await page.keyboard.type(at % 2 ? '7.5' : '8')
    await page.keyboard.press('Enter')
  }
  // One code is copied to all lines without one; the line of the user is removed.
  const own = form.getByRole('listitem').filter({ hasText: job.people[0]?.name ?? '' })
  await tabTo(page, own.getByRole('combobox', { name: 'Cost code' }))
  await page.keyboard.type('rough')
  await expect(page.getByRole('option', { name: /Rough-in/ })).toHaveAttribute('data-highlighted')
  await page.keyboard.press('Enter')
  await expect(own.getByRole('combobox', { name: 'Cost code' })).toHaveValue('120 - Rough-in')
  await tabTo(page, form.getByRole('button', { name: 'Same for all' }))
  await page.keyboard.press('Enter')
  await tabTo(page, form.getByRole('spinbutton', { name: /^Hours of (?!Hand)/ }))
  await page.keyboard.press('Delete')
  await expect(form.getByRole('status')).toContainText('77.50 h · 10 people')
  await tabTo(page, form.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  // At three keys a second this takes less than a minute.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'keys'))).toBeLessThanOrEqual(180)
  const saved = await entriesOf(page, job)
  expect(saved.map((entry) => entry.hours).sort()).toEqual([7.5, 7.5, 7.5, 7.5, 7.5, 8, 8, 8, 8, 8])
})

test('a spreadsheet block can be pasted into the day, and a remote change rerenders one cell', async ({
  page,
  browser,
  baseURL,
}) => {
  const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(office, 'admin')
  const job = await newJob(office, 3)
  const [ada, bo, cy] = job.people
  if (!ada || !bo || !cy) throw new Error('The crew is not there.')
  const day = '2020-11-03'
  const first = await enter(office, job, ada.id, day, 1)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await listening(page, 'time_entries', () => signIn(page, 'manager', `/time?view=day&day=${day}&project=${job.id}`))
  await expect(cell(page, ada.name, '120')).toHaveText('1')
  await page.evaluate(() => navigator.clipboard.writeText('8\r\n7,5\r\n6:30\r\n'))
  await cell(page, ada.name, '120').click()
  await page.keyboard.press('Control+V')
  for (const [person, hours] of [
    [ada, '8'],
    [bo, '7.5'],
    [cy, '6.5'],
  ] as const)
    await expect(cell(page, person.name, '120')).toHaveText(hours)
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('22.00')
  await expect.poll(async () => (await entriesOf(office, job)).map(({ hours }) => hours)).toEqual([8, 7.5, 6.5])

  await page.evaluate(() => {
    const touched = new Set<string>()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        touched.add(element?.closest('td, tr')?.getAttribute('aria-label')?.split(',')[0] ?? 'total')
      }
    }).observe(document.querySelector('[role=grid]') ?? document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    Object.assign(globalThis, { touched })
  })
  await ask(office, 'PATCH', `/api/time_entries/${first.id}`, { hours: 9.25 })
  await expect(cell(page, ada.name, '120')).toHaveText('9.25')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('23.25')
  const touched = await page.evaluate(() => [...(globalThis as unknown as { touched: Set<string> }).touched])
  expect(touched.sort()).toEqual([ada.name, 'total'].sort())
  await office.context().close()
})

test(
  'changes of an approved week are refused in every view, and nothing is changed',
  { tag: '@whole' },
  async ({ page, browser, baseURL }) => {
    const office = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await signIn(office, 'admin')
    const job = await newJob(office, 1)
    const [ada] = job.people
    if (!ada) throw new Error('The crew is not there.')
    const day = '2020-10-13'
    const entry = await enter(office, job, ada.id, day, 8)
    await signIn(page, 'manager', `/time?view=entries&entry=${entry.id}`)
    const form = dialog(page, `${ada.name}’s time`)
    await form.getByRole('spinbutton', { name: 'Hours' }).fill('9')
    await approve(office, ada.id, day)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toContainText('This week is approved and locked.')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

    await page.goto(`/time?view=day&day=${day}&project=${job.id}`)
    await cell(page, ada.name, '120').click()
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await expect(cell(page, ada.name, 'This week is approved and locked.')).toHaveText('4')
    await page.goto(`/timecard?week=${day}&user=${ada.id}`)
    await expect(page.getByText('Approved', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Enter time on/ })).toHaveCount(0)
    expect((await entriesOf(office, job)).map(({ hours }) => hours)).toEqual([8])
    await office.context().close()
  },
)

test.describe('in the company’s time zone', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test(
    'weeks have seven days at changes of daylight saving time and at the turn of the year',
    { tag: '@whole' },
    async ({ page }) => {
      await signIn(page, 'admin')
      const job = await newJob(page, 1)
      const [ada] = job.people
      if (!ada) throw new Error('The crew is not there.')
      for (const [day, hours] of [
        ['2020-10-31', 3],
        ['2020-11-01', 4],
        ['2020-11-07', 5],
        ['2020-11-08', 6],
      ] as const)
        await enter(page, job, ada.id, day, hours)
      const days = page.getByRole('main').getByRole('heading', { level: 2, name: /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), / })
      await page.goto(`/timecard?week=2020-10-31&user=${ada.id}`)
      await expect(days.last()).toHaveText(/Sat, Oct 31/)
      await expect(page.getByLabel('Totals')).toContainText('3.00')
      await page.getByRole('button', { name: 'Week after' }).click()
      await expect(days).toHaveText([
        /Sun, Nov 1/,
        /Mon, Nov 2/,
        /Tue, Nov 3/,
        /Wed, Nov 4/,
        /Thu, Nov 5/,
        /Fri, Nov 6/,
        /Sat, Nov 7/,
      ])
      await expect(page.getByLabel('Totals')).toContainText('9.00')
      await page.getByRole('button', { name: 'Week after' }).click()
      await expect(days.first()).toHaveText(/Sun, Nov 8/)
      await expect(page.getByLabel('Totals')).toContainText('6.00')
      await page.goto(`/timecard?week=2020-12-31&user=${ada.id}`)
      await expect(days.first()).toHaveText(/Sun, Dec 27/)
      await expect(days.last()).toHaveText(/Sat, Jan 2/)
      await page.getByRole('button', { name: 'Week after' }).click()
      await expect(days.first()).toHaveText(/Sun, Jan 3/)
      await expect(page).toHaveURL(/week=2021-01-03/)
      await page.goto('/time?view=day&day=2020-10-31')
      for (const next of ['11/01/2020', '11/02/2020']) {
        await page.getByRole('button', { name: 'Day after' }).click()
        await expect(page.getByRole('textbox', { name: 'Date' })).toHaveValue(next)
      }
    },
  )
})

test('an employee sees only their own time, and can print a week on one page', { tag: '@whole' }, async ({ page }) => {
  await signIn(page, 'employee')
  const { id, name } = await ask<{ id: number; name: string }>(page, 'GET', '/api/user')
  const mine = await ask<Entry[]>(page, 'GET', '/api/time_entries')
  expect(new Set(mine.map(({ user_id }) => user_id))).toEqual(new Set([id]))
  const newest =
    mine
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? ''
  await page.goto(`/timecard?week=${newest}`)
  await expect(page.getByRole('heading', { level: 1, name: 'My Time' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Enter time/ })).toHaveCount(0)
  const total = await page.getByLabel('Totals').textContent()
  expect(total).not.toMatch(/^Regular0\.00/)
  await page.goto('/time')
  await expect(page.getByText('You do not have permission to see this.')).toBeVisible()
  await page.goto(`/timecard?week=${newest}&user=1`)
  await expect(page.getByLabel('Totals')).toContainText('Regular—')
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)

  await page.goto(`/timecard/basic?week=${newest}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(9)
  await page.emulateMedia({ media: 'print' })
  for (const shell of ['banner', 'navigation', 'button', 'link'] as const)
    await expect(page.getByRole(shell).filter({ visible: true, hasNotText: 'Skip to content' }), shell).toHaveCount(0)
  await expect(page.getByText('Signature')).toBeVisible()
  const pages = (await page.pdf({ format: 'Letter' })).toString('latin1').match(/\/Type\s*\/Page[^s]/g)
  expect(pages).toHaveLength(1)
})
