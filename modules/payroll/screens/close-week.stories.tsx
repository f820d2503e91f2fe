import { http, HttpResponse } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, runningClock } from '../../../.storybook/preview.tsx'
import { addDays, startOfWeek } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'

/** A week that is closed on the payroll page: its exceptions are answered, crews approved and the rest exported. */
const meta = preview.meta({
  title: 'Screens/Close Week',
  component: App,
  parameters: { path: '/payroll' },
  globals: { person: 'office' },
})
const phone = { viewport: { value: 'phone' } }

/** The last full week, which the screen shows by default. */
const lastWeek = () => addDays(startOfWeek(runningClock.day()), -7)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

/** Exceptions come first, each with its answers, by keys too; what has none is approved together, a crew or all of them. */
export const Closed = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const user_id = await app?.find('/users', 'Kim Tran')
    const entry = { user_id, type: 'shop', hours: 13, date: addDays(lastWeek(), 6) }
    await app?.http('/api/time_entries', { method: 'POST', body: entry })
  },
  play: async ({ canvas, userEvent }) => {
    const exceptions = within(await canvas.findByRole('table', { name: 'Exceptions' }))
    const row = () => exceptions.queryByRole('row', { name: /Over 12 h.*Kim Tran/ })
    await expect(row()).toHaveTextContent('13.00')
    const at = exceptions.getAllByRole('row').findIndex((one) => one === row())
    if (at > 1) await userEvent.keyboard('j'.repeat(at - 1))
    await expect(row()).toHaveAttribute('data-cursor')
    await userEvent.keyboard('2')
    await waitFor(() => expect(row()).toBeNull())
    await userEvent.click(await button(/^Approve \d+$/))
    const question = within(
      await screen.findByRole('alertdialog', { name: /^Approve \d+ people, [\d.]+ h(, [\d.]+ overtime)?\?$/ }),
    )
    await expect(question.getByText(/Kim Tran.*: approved weeks are locked and ready for payroll\.$/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(canvas.getByRole('list', { name: 'Steps' })).toHaveTextContent(/Approved[1-9]\d* of \d+/),
    )
    await expect(await button(/^Export \d+/)).toBeEnabled()
  },
})

export const ClosedDark = meta.story({ ...Closed.input, tags: ['whole'], globals: { theme: 'dark' } })

/** A crew's heading ticks its weeks that may be approved, folded or not and by keys too, with a dash where some are. */
export const CrewTicked = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const [approve] = await canvas.findAllByRole('button', { name: /^Approve ([2-9]|\d\d): / })
    const [, count, crew = ''] = approve?.getAttribute('aria-label')?.match(/^Approve (\d+): (.*)$/) ?? []
    const heading = canvas.getByRole<HTMLInputElement>('checkbox', { name: `Select ${crew}` })
    heading.focus()
    await userEvent.keyboard(' ')
    await expect(heading).toBeChecked()
    await button(`Approve ${count}`)
    const row = canvas.getByRole('row', { name: crew })
    await userEvent.click(within(row).getByRole('button', { expanded: false }))
    const ticks = await waitFor(() => {
      const own = canvas.getAllByRole<HTMLInputElement>('checkbox', { checked: true }).filter((one) => one !== heading)
      expect(own).toHaveLength(Number(count))
      return own
    })
    await userEvent.click(ticks[0] as HTMLElement)
    await waitFor(() => expect(heading).toBePartiallyChecked())
    await button(`Approve ${Number(count) - 1}`)
    await expect(canvas.getByRole('checkbox', { name: 'Select all rows' })).toBePartiallyChecked()
    // Those left are ticked, then none.
    heading.focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(ticks.every(({ checked }) => checked)).toBe(true))
    await userEvent.keyboard(' ')
    await waitFor(() => expect(ticks.some(({ checked }) => checked)).toBe(false))
    await expect(heading).not.toBePartiallyChecked()
  },
})

/** What is missing is entered with the hours that were planned, and on a phone each answer is there, the second in a menu. */
export const Missing = meta.story({
  tags: ['whole'],
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByText(/^\d+\.\d\d planned$/)
    const planned = canvas.getAllByRole('listitem').find((one) => /\d planned/.test(one.textContent ?? ''))
    if (!planned) throw new Error('Nobody lacks planned hours.')
    await expect(within(planned).getByRole('button', { name: /^Remind: / })).toBeVisible()
    await userEvent.click(within(planned).getByRole('button', { name: /^Other answers: / }))
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Not worked' })).toBeVisible())
    const enter = screen.getByRole('menuitem', { name: /^Enter \d+\.\d\d$/ })
    const hours = enter.textContent?.replace('Enter ', '') ?? ''
    await choose(userEvent, `Enter ${hours}`)
    const dialog = within(await screen.findByRole('dialog', { name: /Time Entry$/ }))
    await expect(dialog.getByRole('status')).toHaveTextContent(`${hours} h`)
    // Nothing was typed: there is nothing to discard.
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const crews = canvas.getAllByRole('button', { name: /^Approve \d+: / })
    await expect(crews.length).toBeGreaterThan(0)
  },
})

/** A phone that has not reached the server since may hold the hours that are missing. */
export const Unheard = meta.story({
  tags: ['whole'],
  beforeEach({ msw }) {
    const [nothing, hour] = [{ job: '', text: '', entry_id: null, code: null }, `${addDays(lastWeek(), 2)}T20:00:00Z`]
    const day = { date: addDays(lastWeek(), 3), hours: 8, unheard: { name: 'Luis Ortega', at: hour } }
    const missing = { ...nothing, ...day, kind: 'missing', user_id: 1, name: 'Kim Tran', timecard_id: null }
    msw.use(http.get('/api/payroll_batches/preview', () => HttpResponse.json({ weeks: [], exceptions: [missing] })))
  },
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /Missing.*Kim Tran/ })
    await expect(within(row).getByText(/^Nothing heard from Luis Ortega since /)).toBeVisible()
  },
})

/** Hours that a device holds stand first, with where they wait and why, and keep their week from being approved with others. */
export const Held = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const person = await app?.find('/users', 'Kim Tran')
    const own = {
      entity: 'time_entry',
      person,
      count: 2,
      days: [addDays(lastWeek(), 4)],
      refusal: 'That code is closed.',
    }
    const changes = [{ ...own, since: `${addDays(lastWeek(), 4)}T13:10:00.000Z` }]
    await app?.http('/api/held_changes', { method: 'PUT', body: { device: 'phone', changes } })
  },
  play: async ({ canvas, userEvent }) => {
    const row = await canvas.findByRole('row', { name: /Not sent.*Kim Tran.*2 entries/ })
    await expect(canvas.getAllByRole('row')[1]).toBe(row)
    await expect(within(row).getByText(/^on .+’s phone since .+ \(refused: That code is closed\.\)$/)).toBeVisible()
    // It waits on this person's own device, who is not reminded.
    await expect(within(row).queryByRole('button', { name: /^Remind/ })).toBeNull()
    await userEvent.click(within(row).getByRole('button', { name: 'Enter: Kim Tran' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Time Entry$/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Other answers: Kim Tran' }))
    await choose(userEvent, 'Go on without')
    await waitFor(() => expect(row).not.toBeInTheDocument())
  },
})

/** On a phone too: where they wait is more than a desk's column says. */
export const HeldOnPhone = meta.story({
  ...Held.input,
  globals: phone,
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^2 entries wait on .+’s phone since .+ \(refused: .+\)$/)).toBeVisible()
  },
})

/** A server of an earlier version says neither how open weeks are paid nor whose crew they are in. */
export const OlderServer = meta.story({
  tags: ['whole'],
  beforeEach({ msw }) {
    const week = { timecard_id: 1, user_id: 1, name: 'Kim Tran', employee_code: 'K1', license: null, batch_id: null }
    const open = { ...week, week_start: lastWeek(), state: 'open', hours: 37.5, totals: null, sound: true }
    msw.use(http.get('/api/payroll_batches/preview', () => HttpResponse.json({ weeks: [open] })))
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('radio', { name: 'By person' }))
    await expect(await canvas.findByRole('row', { name: /Kim Tran/ })).toHaveTextContent('—')
    await userEvent.click(await button('Approve 1'))
    await expect(await screen.findByRole('alertdialog', { name: 'Approve 1 person?' })).toBeVisible()
  },
})

/** What somebody says the hours should be is kept or changed with one press. */
export const Disputed = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const user_id = await app?.find('/users', 'Kim Tran')
    const draft = { user_id, type: 'shop', hours: 8, date: addDays(lastWeek(), 6) }
    const entry = await app?.http<{ id: number; week_id: number }>('/api/time_entries', { method: 'POST', body: draft })
    const body = { reason: 'I left at 3:30', disputed_entry_id: entry?.id, disputed_hours: 7.5 }
    await app?.http(`/api/timecards/${entry?.week_id}/dispute`, { method: 'POST', body })
  },
  play: async ({ canvas, userEvent }) => {
    const row = await canvas.findByRole('row', { name: /Disputed.*Kim Tran.*8\.00 → 7\.50/ })
    await expect(within(row).getByText('I left at 3:30')).toBeVisible()
    await userEvent.click(within(row).getByRole('button', { name: 'Keep 8.00: Kim Tran' }))
    await waitFor(() => expect(row).not.toBeInTheDocument())
    // Undo takes the answer back.
    await userEvent.click(await button('Undo'))
    const again = await canvas.findByRole('row', { name: /Disputed.*Kim Tran/ })
    await userEvent.click(within(again).getByRole('button', { name: 'Change to 7.50: Kim Tran' }))
    await waitFor(() => expect(again).not.toBeInTheDocument())
  },
})

/** A week that was disputed twice shows both statements with person and time. One press changes all proposed hours. */
export const DisputedTwice = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const user_id = await app?.find('/users', 'Kim Tran')
    for (const [day, hours] of [
      [5, 7],
      [6, 7.5],
    ] as const) {
      const draft = { user_id, type: 'shop', hours: 8, date: addDays(lastWeek(), day) }
      const entry = await app?.http<{ id: number; week_id: number }>('/api/time_entries', {
        method: 'POST',
        body: draft,
      })
      const body = { reason: `Less on day ${day}`, disputed_entry_id: entry?.id, disputed_hours: hours }
      disputes.push({ path: `/api/timecards/${entry?.week_id}/dispute`, body })
    }
    for (const { path, body } of disputes.splice(0)) await app?.http(path, { method: 'POST', body })
  },
  play: async ({ canvas, userEvent }) => {
    const row = await canvas.findByRole('row', { name: /Disputed.*Kim Tran.*8\.00 → 7\.00, 8\.00 → 7\.50/ })
    await expect(within(row).getByText(/^Priya Shah, .+: Less on day 5 · Priya Shah, .+: Less on day 6$/)).toBeVisible()
    await userEvent.click(within(row).getByRole('button', { name: 'Change both: Kim Tran' }))
    await waitFor(() => expect(row).not.toBeInTheDocument())
    await expect(await screen.findByText('Changed to 7.00, 7.50.')).toBeVisible()
  },
})
const disputes: { path: string; body: object }[] = []

/** Who lacks hours is reminded in place, and the row says who asked and when. */
export const Reminded = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const [remind] = await canvas.findAllByRole('button', { name: /^Remind: / })
    const name = remind?.getAttribute('aria-label') ?? ''
    const before = canvas.getAllByRole('button', { name }).length
    await userEvent.click(remind as HTMLElement)
    await waitFor(() => expect(canvas.queryByRole('button', { name })).toBeNull())
    await expect(canvas.getAllByText(/ asked, \d+:\d\d\s[AP]M$/)).toHaveLength(before)
  },
})
