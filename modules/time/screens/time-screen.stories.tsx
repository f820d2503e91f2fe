import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at, runningClock } from '../../../.storybook/preview.tsx'
import { addDays, formatWeekday } from '#lib/days.ts'
import type { Missing } from '../missing-shape.ts'
import { DANA, KIM, LUIS, MONDAY, PROJECT, book, step } from '../parts/outlook/booked.fixture.ts'
import { workdayBefore } from '../parts/time-place.ts'

const viewing = (view: string) => ({ path: `/time?view=${view}&day=${MONDAY}` })
const dayOfProject = { path: at('/projects', PROJECT, (id) => `/time?view=day&day=${MONDAY}&project=${id}`) }
const meta = preview.meta({ title: 'Screens/Time', component: App, parameters: dayOfProject })
const phone = { viewport: { value: 'phone' } }
const cell = (name: RegExp) => screen.getByRole('gridcell', { name })
const worked = [
  { person: LUIS, hours: 8 },
  { person: KIM, hours: 7.5 },
  { person: KIM, hours: 4, date: addDays(MONDAY, 1) },
]

/** Typing hours into a cell saves them. */
export const Day = meta.story({
  beforeEach: ({ app }) => book(app, worked),
  play: async ({ app, canvas, userEvent }) => {
    await waitFor(() => expect(cell(/^Luis Ortega, 01\.010 - General Mobilize: 8$/)).toBeVisible())
    await expect(canvas.getByRole('row', { name: /^Total/ })).toHaveTextContent('15.50')
    await userEvent.click(cell(/^Kim Tran, /))
    await userEvent.keyboard('6.25{Enter}')
    await waitFor(() => expect(canvas.getByRole('row', { name: /^Total/ })).toHaveTextContent('14.25'))
    await waitFor(async () => {
      const saved = await app?.http<{ hours: number }[]>('/api/time_entries', {
        query: { from: MONDAY, to: MONDAY, user_id: await app.find('/users', KIM) },
      })
      expect(saved?.map(({ hours }) => hours)).toEqual([6.25])
    })
  },
})

export const DayDark = meta.story({ ...Day.input, tags: ['whole'], globals: { theme: 'dark' } })

export const DayOnPhone = meta.story({ ...Day.input, globals: phone })

/** A refused value stays in its cell with the error, which is also shown in a toast. */
export const DayRefused = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => book(app, worked),
  play: async ({ userEvent }) => {
    await waitFor(() => expect(cell(/^Kim Tran, .*: 7\.5$/)).toBeVisible())
    await userEvent.click(cell(/^Kim Tran, /))
    await userEvent.keyboard('25{Enter}')
    await waitFor(() =>
      expect(cell(/^Kim Tran, .*: 25\. More than 24 hours entered for Kim Tran on 3\/10\.$/)).toBeVisible(),
    )
    await waitFor(() => expect(screen.getByText('More than 24 hours entered for Kim Tran on 3/10.')).toBeVisible())
  },
})

/** A person and a code without time can be added to the sheet. */
export const DayAdding = meta.story({
  tags: ['whole'],
  parameters: dayOfProject,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('combobox', { name: 'Add person' }), 'pat')
    await userEvent.click(await screen.findByRole('option', { name: /Pat Olsen/ }))
    await userEvent.type(canvas.getByRole('combobox', { name: 'Add code' }), 'supervision')
    await userEvent.click(await screen.findByRole('option', { name: /Supervision/ }))
    await waitFor(() => expect(cell(/^Pat Olsen, 01\.020 - General Supervision: empty$/)).toBeVisible())
  },
})

/** Without a day in the address it is the last day that the company worked, with who has no hours yet, who are added at a press. */
export const LastWorkday = meta.story({
  tags: ['whole'],
  parameters: { path: '/time' },
  play: async ({ app, canvas, userEvent }) => {
    const query = { day: workdayBefore(runningClock.day()), back: 1 }
    const missing = await app?.http<Missing>('/api/time_entries/missing', { query })
    await canvas.findByText(formatWeekday(missing?.day ?? ''))
    await expect(missing?.user_ids.length).toBeGreaterThan(0)
    const list = within(await canvas.findByRole('table', { name: 'Missing hours' }))
    await expect(list.getAllByRole('row').length).toBeLessThanOrEqual(6)
    const first = (await list.findAllByRole('button', { name: /^Add / }))[0]
    const name = first?.getAttribute('aria-label')?.slice(4) ?? ''
    if (first) await userEvent.click(first)
    await waitFor(() => expect(list.getByRole('row', { name: new RegExp(name) })).toHaveTextContent('On the sheet'))
    await userEvent.click(await canvas.findByRole('button', { name: /^Add \d+ to the sheet$/ }))
    await waitFor(() => expect(canvas.queryByRole('button', { name: /to the sheet$/ })).toBeNull())
    await expect(canvas.getByText(/missing hours$/)).toBeVisible()
  },
})

/** All projects together, sorted by number; types other than standard come last. */
export const DayOfAll = meta.story({
  tags: ['whole'],
  parameters: viewing('day'),
  async beforeEach({ app }) {
    await book(app, [...worked, { person: DANA, hours: 2, type: 'shop' }])
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(cell(/^Dana Mercer, Shop: 2$/)).toBeVisible())
    const sheet = within(canvas.getByRole('grid'))
    const heads = sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await expect(heads.slice(1)).toEqual([
      expect.stringMatching(/^\d\d-00101\.010General Mobilize$/),
      'Shop',
      'Vacation',
      'Total',
    ])
    const dana = sheet.getAllByRole('row').find((row) => row.textContent?.includes(DANA))
    await expect(dana?.lastElementChild).toHaveTextContent('2.00')
  },
})

/** Hours by person and day, with the state of each week. */
export const Week = meta.story({
  tags: ['whole'],
  parameters: viewing('week'),
  async beforeEach({ app }) {
    await book(app, worked)
    await step(app, KIM, ['submit'])
  },
  play: async ({ canvas, userEvent }) => {
    const row = () => canvas.getByRole('row', { name: /Kim Tran/ })
    await waitFor(() => expect(row()).toHaveTextContent('11.50'))
    await waitFor(() => expect(row()).toHaveTextContent('Submitted'))
    await expect(row()).toHaveTextContent('missing')
    const before = canvas.getAllByRole('row').length
    await userEvent.click(canvas.getByText(/^Submitted/, { selector: '[data-part=item-text]' }))
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(3))
    await userEvent.click(canvas.getByText(/^Missing/, { selector: '[data-part=item-text]' }))
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(before))
    // Who exports weeks approves them where the week is closed.
    await expect(canvas.queryByRole('button', { name: /^Approve/ })).toBeNull()
    await expect(await canvas.findByRole('link', { name: 'Close week' })).toBeVisible()
    await expect(canvas.getByRole('row', { name: /^Total/ })).toHaveTextContent(/Total.*19\.50.*19\.50/)
  },
})

/** A foreman submits all the weeks that a foreman sees at once; here Kim is on none of the foreman's projects. */
export const CrewSubmitted = meta.story({
  tags: ['whole'],
  parameters: viewing('week'),
  globals: { person: 'foreman' },
  beforeEach: ({ app }) => book(app, worked),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Submit 2 weeks' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Submit 2 weeks?' }))
    await expect(
      question.getByText(/^You confirm that these hours are correct: .*Luis Ortega.*\. [\d.]+ h/),
    ).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(canvas.getByRole('row', { name: /Luis Ortega/ })).toHaveTextContent('Submitted'))
    await expect(canvas.queryByRole('button', { name: /^(Submit|Approve) \d/ })).toBeNull()
  },
})

export const WeekDark = meta.story({ ...Week.input, tags: ['whole'], globals: { theme: 'dark' } })

/** A tablet is the narrowest screen that shows a whole week, and nothing may be cut off. */
export const WeekOnTablet = meta.story({
  ...Week.input,
  globals: { viewport: { value: 'tablet' } },
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /Kim Tran/ })
    await waitFor(() => expect(within(row).getByText('Submitted')).toBeVisible())
    const [end, state] = [row, within(row).getByText('Submitted')].map((one) => one.getBoundingClientRect().right)
    await expect(state).toBeLessThanOrEqual(end ?? 0)
    for (const cell of within(row).getAllByRole('cell').slice(1))
      await expect(cell.scrollWidth, cell.textContent ?? '').toBeLessThanOrEqual(cell.clientWidth)
  },
})

export const WeekOnPhone = meta.story({
  ...Week.input,
  globals: phone,
  play: async ({ canvas }) => {
    const list = within(await canvas.findByRole('list', { name: 'Users' }))
    await waitFor(() => expect(list.getByRole('link', { name: /Kim Tran/ })).toBeVisible())
    await waitFor(() => expect(list.getByText('11.50')).toBeVisible())
  },
})

export const WeekOnPhoneDark = meta.story({
  ...WeekOnPhone.input,
  tags: ['whole'],
  globals: { ...phone, theme: 'dark' },
})

/** Pressing an entry opens it for editing. */
export const Entries = meta.story({
  tags: ['whole'],
  parameters: viewing('entries'),
  beforeEach: ({ app }) => book(app, [{ person: LUIS, hours: 8, date: '2099-01-05' }]),
  play: async ({ canvas, userEvent }) => {
    const newest = within(await canvas.findByRole('row', { name: /1\/5\/99/ }))
    await userEvent.click(newest.getByRole('link', { name: 'Luis Ortega' }))
    const form = within(await screen.findByRole('dialog', { name: 'Luis Ortega’s time' }))
    await userEvent.clear(form.getByRole('spinbutton', { name: 'Hours' }))
    await userEvent.type(form.getByRole('spinbutton', { name: 'Hours' }), '6.5')
    await userEvent.click(form.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(within(canvas.getByRole('row', { name: /1\/5\/99/ })).getByText('6.50')).toBeVisible())
  },
})

/** Another project has other codes; admin time is offered to those who may enter it. */
export const EntryMoved = meta.story({
  tags: ['whole'],
  parameters: viewing('entries'),
  globals: { person: 'foreman' },
  beforeEach: ({ app }) => book(app, [{ person: LUIS, hours: 8, date: '2099-01-05' }]),
  play: async ({ canvas, userEvent }) => {
    const newest = within(await canvas.findByRole('row', { name: /1\/5\/99/ }))
    await userEvent.click(newest.getByRole('link', { name: 'Luis Ortega' }))
    const form = within(await screen.findByRole('dialog', { name: 'Luis Ortega’s time' }))
    await expect(form.getByRole('radio', { name: 'Vacation' })).toBeVisible()
    await expect(form.queryByRole('radio', { name: 'Admin' })).toBeNull()
    const code = form.getByRole<HTMLInputElement>('combobox', { name: 'Cost code' })
    await waitFor(() => expect(code.value).not.toBe(''))
    const project = form.getByRole('combobox', { name: 'Project' })
    await userEvent.clear(project)
    await userEvent.type(project, 'Columbia Point Elem')
    await userEvent.click(await screen.findByRole('option', { name: /Columbia Point Elementary/ }))
    await waitFor(() => expect(code).toHaveValue(''))
    await userEvent.click(form.getByRole('button', { name: /^Save/ }))
    await form.findByText('Please select a cost code for each entry.')
  },
})

export const EntriesDark = meta.story({
  parameters: viewing('entries'),
  tags: ['whole'],
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(10))
  },
})

export const EntriesOnPhone = meta.story({
  parameters: viewing('entries'),
  globals: phone,
  beforeEach: ({ app }) => book(app, [{ person: LUIS, hours: 8, date: '2099-01-05' }]),
  play: async ({ canvas }) => {
    const list = within(await canvas.findByRole('list', { name: 'Time' }))
    await waitFor(() => expect(list.getAllByRole('link').length).toBeGreaterThan(5))
    const [first] = list.getAllByRole('listitem')
    await expect(first).toHaveTextContent(/1\/5(\/99)?\d\d-\d{3}\d\d\.\d{3}Open/)
  },
})

/** A type filter that matches nothing. */
export const EntriesNarrowed = meta.story({
  tags: ['whole'],
  parameters: viewing('entries'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(await filters.findByRole('combobox', { name: 'Type' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Shop' }))
    await expect(await canvas.findByRole('button', { name: 'Remove the filter Type: Shop' })).toBeVisible()
    await waitFor(() => expect(canvas.getByText('No such time entries.')).toBeVisible())
  },
})

/** Users who may not enter time cannot open the screen. */
export const Refused = meta.story({
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})
