import { expect, fireEvent, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { addDays } from '#lib/days.ts'
import { DANA, KIM, LUIS, MONDAY, WEEK, book, step } from '../parts/outlook/booked.fixture.ts'

const own = { path: `/timecard?week=${WEEK}` }
const kims = { path: at('/users', KIM, (id) => `/timecard?week=${WEEK}&user=${id}`) }
const meta = preview.meta({ title: 'Screens/My Time', component: App, parameters: own })
const phone = { viewport: { value: 'phone' } }
const heading = (name: RegExp) => screen.findByRole('heading', { name, level: 1 })
/** A button of a review, once the week is known to be submitted. */
const enabled = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole('button', { name })
    if (button.matches(':disabled')) throw new Error(`${name} is disabled.`)
    return button
  })
const total = (name: string) => {
  const term = within(screen.getByLabelText('Totals')).getByText(name)
  return term.nextElementSibling
}

/** A week without entries cannot be submitted; each day has a button to enter time. */
export const Empty = meta.story({
  play: async ({ canvas, userEvent }) => {
    await heading(/^My Time/)
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'I confirm these hours are correct' }))
    await expect(canvas.getByRole('button', { name: 'Submit' })).toBeDisabled()
    await expect(canvas.getAllByRole('button', { name: /^Enter time on/ })).toHaveLength(7)
  },
})

/** Submitting requires the confirmation checkbox; a submitted week can be taken back until it is approved. */
export const Open = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => book(app, [{ person: DANA, hours: 7.5, per_diem: true }]),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(total('Regular')).toHaveTextContent('7.50'))
    await expect(total('Per diem')).toHaveTextContent('1 day')
    await userEvent.click(canvas.getByRole('button', { name: /Mobilize/ }))
    const form = within(await screen.findByRole('dialog', { name: 'Dana Mercer’s time' }))
    await userEvent.click(form.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Submit' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('checkbox', { name: 'I confirm these hours are correct' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(canvas.getByText('Submitted by Dana Mercer')).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Take back submission' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Submit' })).toBeVisible())
  },
})

export const OpenDark = meta.story({ ...Open.input, tags: ['whole'], globals: { theme: 'dark' } })

export const OpenOnPhone = meta.story({ ...Open.input, globals: phone })

/** Overtime is shown with its reason. */
export const Overtime = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) =>
    book(
      app,
      [10, 8, 8, 8, 8].map((hours, day) => ({ person: DANA, hours, date: addDays(MONDAY, day) })),
    ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Over 8 hours on prevailing projects on Mon')).toBeVisible())
    await expect(canvas.getByText('2.00 OT')).toBeVisible()
    await expect(total('Overtime')).toHaveTextContent('2.00')
    await expect(total('Regular')).toHaveTextContent('40.00')
  },
})

export const OvertimeOnPhone = meta.story({ ...Overtime.input, globals: phone })
export const OvertimeOnPhoneDark = meta.story({
  ...Overtime.input,
  tags: ['whole'],
  globals: { ...phone, theme: 'dark' },
})

/** An approver approves another person's submitted week, which locks it. */
export const Submitted = meta.story({
  tags: ['whole'],
  parameters: kims,
  globals: { person: 'office' },
  async beforeEach({ app }) {
    await book(app, [{ person: KIM, hours: 8 }])
    await step(app, KIM, ['submit'])
  },
  play: async ({ canvas, userEvent }) => {
    await heading(/^Kim Tran/)
    await userEvent.click(await enabled('Approve'))
    await waitFor(() => expect(canvas.getByText('Approved by Priya Shah')).toBeVisible())
    for (const name of [/^Enter time/, 'Submit']) await expect(canvas.queryByRole('button', { name })).toBeNull()
    // The buttons of a review keep their place on every week.
    for (const name of ['Approved', 'Send back']) await expect(canvas.getByRole('button', { name })).toBeDisabled()
    const crumbs = within(canvas.getByRole('navigation', { name: 'Breadcrumb' }))
    await expect(crumbs.getByRole('link', { name: 'Time' })).toHaveAttribute(
      'href',
      expect.stringContaining('view=week'),
    )
  },
})

/** Time added on another person's week is entered for that person. */
export const AddedForThem = meta.story({
  tags: ['whole'],
  parameters: kims,
  globals: { person: 'office' },
  play: async ({ canvas, userEvent }) => {
    await heading(/^Kim Tran/)
    const [first] = await canvas.findAllByRole('button', { name: /^Enter time on/ })
    if (first) await userEvent.click(first)
    await waitFor(() => expect(screen.getByRole('spinbutton', { name: 'Hours of Kim Tran' })).toBeVisible())
    await expect(screen.getAllByRole('spinbutton')).toHaveLength(1)
  },
})

/** Sending a week back requires a reason, which is then shown on the week. */
export const SentBack = meta.story({
  ...Submitted.input,
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await enabled('Send back'))
    const form = within(await screen.findByRole('dialog', { name: 'Send this week back' }))
    await userEvent.click(form.getByRole('button', { name: 'Send back' }))
    await waitFor(() => expect(form.getByText('Add a reason.')).toBeVisible())
    await userEvent.type(form.getByRole('textbox', { name: /Reason/ }), 'Monday was 7 hours')
    await userEvent.click(form.getByRole('button', { name: 'Send back' }))
    await waitFor(() => expect(canvas.getByText('Priya Shah sent it back: Monday was 7 hours')).toBeVisible())
  },
})

/** Someone signs the week with the finger on the phone of whoever entered the hours. */
export const SignedOnPhone = meta.story({
  parameters: kims,
  globals: { ...phone, person: 'office' },
  beforeEach: ({ app }) => book(app, [{ person: KIM, hours: 8 }]),
  play: async ({ canvas, userEvent }) => {
    await heading(/^Kim Tran/)
    await userEvent.click(await canvas.findByRole('button', { name: 'Let Kim Tran sign' }))
    const form = within(await screen.findByRole('dialog', { name: /^Kim Tran, week of/ }))
    await expect(form.getByRole('button', { name: 'Sign' })).toBeDisabled()
    const pad = form.getByRole('img', { name: 'Sign here with your finger' })
    const { left, top } = pad.getBoundingClientRect()
    pad.setPointerCapture = () => {}
    await fireEvent.pointerDown(pad, { clientX: left + 40, clientY: top + 60, pointerId: 1 })
    await fireEvent.pointerMove(pad, { clientX: left + 120, clientY: top + 30, pointerId: 1 })
    await fireEvent.pointerUp(pad, { pointerId: 1 })
    await userEvent.click(form.getByRole('button', { name: 'Sign' }))
    await canvas.findByRole('img', { name: 'Signature of Kim Tran' })
    await expect(canvas.getByText(/^Signed by Kim Tran, with Priya Shah, .* h$/)).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Let Kim Tran sign' })).toBeNull()
  },
})

/** What somebody says again is added to what they said before. */
export const DisputedTwice = meta.story({
  tags: ['whole'],
  parameters: kims,
  globals: { person: 'office' },
  async beforeEach({ app }) {
    await book(app, [{ person: KIM, hours: 8 }])
    const user_id = await app?.find('/users', KIM)
    const [card] = (await app?.http<{ id: number }[]>(`/api/timecards?user_id=${user_id}&week_start=${WEEK}`)) ?? []
    for (const reason of ['I left at noon', 'And on Tuesday'])
      await app?.http(`/api/timecards/${card?.id}/dispute`, { method: 'POST', body: { reason } })
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('I left at noon')).toHaveTextContent(/Priya Shah, .+/)
    await expect(canvas.getByText('And on Tuesday')).toHaveTextContent(/Priya Shah, .+/)
  },
})

/** Approving a week that its person disputes asks first, with their words, and shows them at the top. */
export const Disputed = meta.story({
  tags: ['whole'],
  parameters: kims,
  globals: { person: 'office' },
  async beforeEach({ app }) {
    await book(app, [{ person: KIM, hours: 8 }])
    const user_id = await app?.find('/users', KIM)
    const [card] = (await app?.http<{ id: number }[]>(`/api/timecards?user_id=${user_id}&week_start=${WEEK}`)) ?? []
    const reason = { reason: 'I left at noon' }
    await app?.http(`/api/timecards/${card?.id}/dispute`, { method: 'POST', body: reason })
    await app?.http(`/api/timecards/${card?.id}/submit`, { method: 'POST' })
  },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByText('Something is wrong: I left at noon')).toBeVisible())
    await userEvent.click(await enabled('Approve'))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Please check' }))
    await expect(asked.getByText(/“I left at noon”/)).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'Save anyway' }))
    await waitFor(() => expect(canvas.getByText('Approved by Priya Shah')).toBeVisible())
  },
})

export const Approved = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await book(app, [{ person: DANA, hours: 9 }])
    await step(app, DANA, ['submit', 'approve'])
  },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByText('Approved by Dana Mercer')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: /^Enter time on/ })).toBeNull()
    await expect(canvas.queryByRole('button', { name: /^Review/ })).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(total('Overtime')).toHaveTextContent('1.00')
    await userEvent.click(canvas.getByRole('button', { name: /Mobilize/ }))
    const details = within(await screen.findByRole('dialog', { name: 'Mon, Mar 10' }))
    await expect(details.getByText('Over 8 hours on prevailing projects on Mon')).toBeVisible()
    await expect(details.queryByRole('textbox')).toBeNull()
  },
})

export const ApprovedDark = meta.story({ ...Approved.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Reopened by an administrator, with a reason. */
export const Reopened = meta.story({
  ...Approved.input,
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Reopen' }))
    const form = within(await screen.findByRole('dialog', { name: 'Reopen this week' }))
    await userEvent.type(form.getByRole('textbox', { name: /Reason/ }), 'Wrong code on Monday')
    await userEvent.click(form.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Submit' })).toBeVisible())
  },
})

/** A foreman sees the weeks of the crew but cannot approve them. */
export const CrewOfAForeman = meta.story({
  tags: ['whole'],
  parameters: kims,
  globals: { person: 'foreman' },
  async beforeEach({ app }) {
    await book(app, [{ person: KIM, hours: 8 }])
  },
  play: async ({ canvas }) => {
    await heading(/^Kim Tran/)
    await waitFor(() => expect(total('Regular')).toHaveTextContent('8.00'))
    for (const name of ['Approve', 'Something’s wrong']) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** An employee who may not enter time can report a problem with their own week. */
export const Employee = meta.story({
  tags: ['whole'],
  globals: { person: 'employee' },
  play: async ({ canvas, userEvent }) => {
    await heading(/^My Time/)
    await expect(canvas.queryByRole('button', { name: /^Enter time/ })).toBeNull()
    await userEvent.click(await canvas.findByRole('button', { name: 'Something’s wrong' }))
    const form = within(await screen.findByRole('dialog', { name: 'Something’s wrong' }))
    await userEvent.type(form.getByRole('textbox', { name: /What is wrong/ }), 'Tuesday is missing')
    await expect(form.getByRole('combobox', { name: 'Which hours' })).toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Something’s wrong' }))
    await waitFor(() => expect(canvas.getByText('Something is wrong: Tuesday is missing')).toBeVisible())
  },
})

/** Another person's week appears empty to users who may not see it. */
export const NotTheirs = meta.story({
  tags: ['whole'],
  parameters: { path: at('/users', LUIS, (id) => `/timecard?user=${id}`) },
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await heading(/^Luis Ortega/)
    await expect(canvas.queryByRole('button', { name: 'Submit' })).toBeNull()
    // The days alone.
    await expect(canvas.getAllByRole('listitem')).toHaveLength(7)
  },
})

/** The form to print and sign: seven days, no codes. */
export const Basic = meta.story({
  tags: ['whole'],
  parameters: { path: `/timecard/basic?week=${WEEK}` },
  beforeEach: ({ app }) =>
    book(app, [
      { person: DANA, hours: 8 },
      { person: DANA, hours: 4, date: addDays(MONDAY, 1), type: 'vacation' },
    ]),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('row', { name: /^Total/ })).toHaveTextContent('12.00'))
    await expect(canvas.getAllByRole('row')).toHaveLength(9)
    await expect(canvas.getByRole('row', { name: /^Tue/ })).toHaveTextContent('Vacation')
    await expect(canvas.queryByText(/Mobilize/)).toBeNull()
    await expect(canvas.getByText('Signature')).toBeVisible()
  },
})

export const BasicOnPhone = meta.story({ ...Basic.input, globals: phone })
