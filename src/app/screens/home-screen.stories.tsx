import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { overBudget, type ProjectHours } from '#lib/hours-at-completion.ts'
import { formatHours } from '#lib/numbers.ts'
import { addDays, dayIn, formatWeekday } from '#lib/days.ts'
import preview, { App, type Preparing } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Home', component: App, parameters: { path: '/' } })

/** The modules' tiles. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { name: /^Good (morning|afternoon|evening), Dana$/ })).toBeVisible(),
    )
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible())
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ globals: { viewport: { value: 'phone' }, person: 'foreman' } })

export const PhoneDark = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' }, person: 'foreman', theme: 'dark' },
})

/** Users who may not create projects have no add button. */
export const Employee = meta.story({
  tags: ['whole'],
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: /, Kim$/ })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add project' })).toBeNull()
    await expect(canvas.queryByText(/Jobs at risk|over its hours|^Payroll|People this week/)).toBeNull()
  },
})

/** What waits for the user stands below the tiles, and each line leads there. */
export const NeedsYou = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: /^Needs you \d+$/ })
    const [first] = await canvas.findAllByRole('link', { name: /RFI 013 · Feeder route above stage/ })
    await expect(first).toHaveAttribute('href', expect.stringMatching(/^\/rfis\/\d+$/))
    // Under their job, and of what is late the longest first, whichever job it is of.
    await expect(
      within(canvas.getByRole('region', { name: /Canyon Lakes Elementary$/ })).getByText(/RFI 013/),
    ).toBeVisible()
    const firstOf = (section: HTMLElement) => Number(/(\d+) days? late/.exec(section.textContent ?? '')?.[1] ?? 0)
    const late = canvas.getAllByRole('region', { name: /^\d\d-\d+/ }).map(firstOf)
    await expect(late).toEqual(late.toSorted((a, b) => b - a))
  },
})

const declined = addDays(dayIn('America/Los_Angeles'), 40)

/** A manager's home once somebody has said that they cannot make a day. */
const withDeclined = async ({ http, find }: Preparing): Promise<string> => {
  const [user_id, project_id] = [await find('/users', 'Kim Tran'), await find('/projects', 'Canyon Lakes Elementary')]
  const body = { kind: 'assignment', user_id, project_id, start_date: declined, end_date: declined }
  const post = <T,>(path: string, sent: object) => http<T>(path, { method: 'POST', body: sent })
  const asked = { ...body, confirmed: ['double_booking', 'time_off', 'time_off_asked', 'ratio', 'expired'] }
  const { id } = await post<{ id: number }>('/api/schedule_events', asked)
  await post('/api/schedule_events/publish', { ids: [id] })
  await post('/logout', {})
  await post('/login', { email: 'employee@plumbline.test', password: 'plumbline' })
  await post(`/api/schedule_events/${id}/decline`, { date: declined, reason: 'Dentist' })
  return '/'
}
const declinedRow = async (canvas: ReturnType<typeof within>) => {
  const more = await canvas.findByRole('button', { name: /^Show \d+ more$/ }).catch(() => null)
  if (more) await userEvent.click(more)
  const title = `Kim Tran can’t make it on ${formatWeekday(declined)}`
  const link = await canvas.findByRole('link', { name: new RegExp(`${title}.*Dentist`) })
  return { title, link, row: within(link.closest('li') ?? document.body) }
}

/** Who cannot make a day waits there until somebody answers for it. */
export const Declined = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  parameters: { path: withDeclined },
  play: async ({ canvas }) => {
    const { title, link, row } = await declinedRow(canvas)
    await expect(link).toHaveAttribute('href', expect.stringContaining(`day=${declined}`))
    await expect(row.getByRole('button', { name: 'Ask again' })).toBeVisible()
    await userEvent.click(row.getByRole('button', { name: 'Leave open' }))
    await waitFor(() => expect(canvas.queryByText(title)).toBeNull())
  },
})

/** Another person gets the day, and the row goes. */
export const Replaced = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  parameters: { path: withDeclined },
  play: async ({ canvas }) => {
    const { title, row } = await declinedRow(canvas)
    await userEvent.click(row.getByRole('button', { name: 'Replace' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace Kim Tran' }))
    const person = dialog.getByRole('combobox', { name: 'Person' })
    // A dialog that opens takes the focus to its first field, which closes a list that was opened before.
    await waitFor(() => expect(person).toHaveFocus())
    await userEvent.click(person)
    // Who is free and has the same license comes first.
    await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent(/^Theo Brandt.*apprentice · free$/))
    await userEvent.type(person, 'Nell')
    await userEvent.click(await screen.findByRole('option', { name: /^Nell Abbott.*free$/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Replace and tell both' }))
    await waitFor(() => expect(canvas.queryByText(title)).toBeNull())
    await expect(
      await screen.findByText(/^Nell Abbott is on .*Canyon Lakes Elementary on .*Both are told/),
    ).toBeVisible()
  },
})

/**
 * How far the last pay period is, for who exports it, and how many are on jobs this week, for who plans them; both say
 * what their own pages say.
 */
export const TheWeek = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, canvasElement }) => {
    const payroll = (await canvas.findByRole('heading', { name: /^Payroll / })).closest('div')?.parentElement
    const card = within(payroll ?? canvasElement)
    const close = card.getByRole('link', { name: /^(Close|Open) week$/ })
    const [, from = '', to = ''] = /from=([\d-]+)&to=([\d-]+)$/.exec(close.getAttribute('href') ?? '') ?? []
    const span = `starts_on=${from}&ends_on=${to}`
    const closing = await app?.http<{ weeks: { hours: number; user_id: number }[] }>(
      `/api/payroll_batches/preview?${span}`,
    )
    const hours = closing?.weeks.reduce((sum, week) => sum + week.hours, 0) ?? 0
    await expect(hours).toBeGreaterThan(0)
    await expect(payroll).toHaveTextContent(`${formatHours(hours)} h`)
    await expect(payroll).toHaveTextContent(/\d+ of \d+ (approved|exported)/)
    const people = (await canvas.findByRole('heading', { name: 'People this week' })).closest('div')?.parentElement
    const days = within(people ?? canvasElement).getAllByRole('listitem')
    await expect(days.length).toBeGreaterThanOrEqual(5)
    for (const day of days) await expect(day).toHaveTextContent(/(\d|[A-Z])/)
    await expect(people).toHaveTextContent(
      /This week (every phase has its people|\d+ phases? needs? people, \d+ person-days?)$/,
    )
    await expect(within(people ?? canvasElement).getByRole('link', { name: 'Crew board' })).toHaveAttribute(
      'href',
      '/schedule',
    )
  },
})

/** The jobs that are over their hours, most first, each of which leads to its hours; for who may know them. */
export const JobsAtRisk = meta.story({
  globals: { person: 'manager' },
  play: async ({ app, canvas }) => {
    const jobs = within(
      (await canvas.findByRole('heading', { name: /^Jobs at risk/ })).closest('section') ?? document.body,
    )
    const over = overOf((await app?.http<ProjectHours[]>('/api/time_entries/at_completion')) ?? [])
    await expect(over.length).toBeGreaterThan(0)
    const links = jobs.getAllByRole('link', { name: / h over / })
    await expect(links).toHaveLength(Math.min(6, over.length))
    await expect(links[0]).toHaveTextContent(`${formatHours(over[0]?.hours ?? 0)} h over`)
    await expect(links[0]).toHaveAttribute('href', `/forecasting/hours?project=${over[0]?.id}`)
  },
})
const overOf = (jobs: readonly ProjectHours[]) =>
  jobs
    .flatMap((job) => {
      const hours = overBudget(job)
      return hours === null ? [] : [{ id: job.project_id, hours }]
    })
    .toSorted((a, b) => b.hours - a.hours)

export const NeedsYouOnPhone = meta.story({
  globals: { viewport: { value: 'phone' }, person: 'manager' },
  play: async ({ canvas }) => void (await canvas.findByRole('heading', { name: /^Needs you \d+$/ })),
})

/** A guest's home says what is new on their job, and whom they call. */
export const CustomerGuest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    const job = within(await canvas.findByRole('region', { name: 'Canyon Lakes Elementary' }))
    // What was done and when; which log is the newest that is shared depends on the day of the week.
    const log = await job.findByRole('link', { name: /^Daily log.*[A-Z][^.]+\. \w{3}, \w{3} \d{1,2}$/ })
    await expect(log).toHaveAttribute('href', expect.stringMatching(/^\/projects\/\d+\/daily_logs\/\d+$/))
    await expect(await job.findByRole('link', { name: /^Coming/ })).toBeVisible()
    await expect(job.getByText('Your contact')).toBeVisible()
    await expect(job.getByRole('link', { name: /^\(509\)/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:\+1509/),
    )
    await expect(canvas.queryByText(/Prevailing|[0-9] J\b/)).toBeNull()
  },
})

export const CustomerOnPhone = meta.story({
  tags: ['whole'],
  globals: { person: 'customer', viewport: { value: 'phone' } },
})
