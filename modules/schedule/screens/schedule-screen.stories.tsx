import { expect, screen, waitFor, within } from 'storybook/test'
import { formatWeekday } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'
import { scheduleEvents } from '../entities.ts'
import preview, { App, type Preparing, runningClock } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Schedule', component: App, parameters: { path: '/schedule?view=board' } })
const MANAGER = 'Ray Ochoa'
const phone = { viewport: { value: 'phone' } }
const row = (name: string) =>
  screen.getAllByRole('row').find((one) => within(one).queryByText(name)) ?? screen.getByText(name)

/** Who is where, what is a draft, and what is in the way. */
export const Board = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('grid', { name: /^Crew board/ })).toBeVisible())
    await waitFor(() =>
      expect(canvas.getByRole('region', { name: 'Unpublished changes' })).toHaveTextContent('5 unpublished'),
    )
    await expect(within(row('Pat Olsen')).getAllByRole('gridcell', { name: /double-booked/ })).toHaveLength(2)
    await expect(await canvas.findByRole('button', { name: /1 double-booked/ })).toBeVisible()
    await expect(within(row('Theo Brandt')).getByRole('gridcell', { name: /declined/ })).toBeVisible()
  },
})

export const BoardDark = meta.story({ ...Board.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Days are cleared by keys, and that is undone. */
export const Keys = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const grid = await canvas.findByRole('grid', { name: /^Crew board/ })
    await waitFor(() =>
      expect(canvas.getByRole('region', { name: 'Unpublished changes' })).toHaveTextContent('5 unpublished'),
    )
    grid.focus()
    // Luis Ortega’s first work day of the week.
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Delete}')
    await waitFor(() =>
      expect(canvas.getByRole('region', { name: 'Unpublished changes' })).toHaveTextContent('6 unpublished'),
    )
    await userEvent.keyboard('{Control>}z{/Control}')
    await says('5 unpublished')
  },
})

const bar = () => screen.findByRole('region', { name: 'Unpublished changes' })
const says = async (text: string) => waitFor(async () => expect(await bar()).toHaveTextContent(text))
/** Opens a step, and waits until it shows what it would do. */
async function opened(userEvent: { click: (element: Element) => Promise<void> }, button: string, title: string) {
  await says('5 unpublished')
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const dialog = await screen.findByRole('dialog', { name: title })
  await within(dialog).findByRole('table')
  return within(dialog)
}

/** A week is copied without what is there already and what is in the way, and what is not ticked (rule schedule-steps). */
export const Copying = meta.story({
  tags: ['whole'],
  play: async ({ userEvent }) => {
    const dialog = await opened(userEvent, 'Copy week', 'Copy week')
    await expect(dialog.getAllByRole('img', { name: /: the same$/ }).length).toBeGreaterThan(0)
    await expect(dialog.getAllByRole('img', { name: /: left out$/ })).toHaveLength(5)
    const add = () => dialog.getByRole('button', { name: /^Add \d+ days?$/ })
    const before = add().textContent
    // In a week with holidays not every job has days that are new.
    const jobs = dialog.getAllByRole('rowgroup').map((group) => within(group))
    const job = jobs.find((one) => one.queryAllByRole('img', { name: /: new$/ }).length > 0)
    if (!job) throw new Error('Nothing of this week is new in the next.')
    await userEvent.click(job.getAllByRole('checkbox')[0] as HTMLElement)
    await waitFor(() => expect(add().textContent).not.toBe(before))
    const count = Number(add().textContent?.match(/\d+/)?.[0])
    await userEvent.click(add())
    await screen.findByText(`${count} days copied.`)
    await waitFor(async () => expect((await bar()).textContent).not.toMatch(/^5 /))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await says('5 unpublished')
  },
})

/** A day that is rained out is pushed for one job alone, from the first work day on (rule schedule-steps). */
export const Pushing = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const day = app?.services.today.peek()
    const off = { kind: 'calendar', title: 'Snow', type: 'holiday', all_day: true, start_date: day, end_date: day }
    await app?.http('/api/schedule_events', { method: 'POST', body: off })
  },
  play: async ({ app, userEvent }) => {
    await says('5 unpublished')
    await userEvent.click(await screen.findByRole('button', { name: 'Push today to tomorrow' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Push to tomorrow' }))
    const off = formatWeekday(app?.services.today.peek() ?? '')
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'From' })).not.toHaveTextContent(off))
    await userEvent.click(dialog.getByRole('combobox', { name: 'By' }))
    await userEvent.click(await screen.findByRole('option', { name: '3 work days' }))
    await expect(dialog.getByRole('combobox', { name: 'By' })).toHaveTextContent('3 work days')
    await expect(await dialog.findByText(/people move|person moves/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  },
})

/** Drafts of one's own are discarded, phases only if they are ticked, and come back (rule schedule-steps). */
export const Discarding = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ userEvent }) => {
    const dialog = await opened(userEvent, 'Discard', 'Discard drafts')
    await expect(dialog.getByText('phase kept unless ticked')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Discard 7 days' }))
    // The phases, one of them beyond the days that are shown.
    await says('2 unpublished')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save anyway' }))
    await says('5 unpublished')
  },
})

/** What others drafted is kept unless it is asked for (rule schedule-steps). */
export const DraftsOfOthers = meta.story({
  tags: ['whole'],
  globals: { person: 'office' },
  play: async ({ userEvent }) => {
    await says('5 unpublished')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard drafts' }))
    await expect(await dialog.findByText(`of ${MANAGER}, kept`)).toBeVisible()
    await expect(dialog.getByText('There is no draft of yours here.')).toBeVisible()
    await userEvent.click(dialog.getByRole('combobox', { name: 'Whose' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Everyone’s' }))
    await expect(await dialog.findByRole('table')).toHaveTextContent('Sam Whitfield')
  },
})

/** The dialog lists changes by person before anybody hears of them. What is not ticked stays a draft (rule schedule-steps). */
export const Publishing = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ userEvent }) => {
    const dialog = await opened(userEvent, 'Review and publish', 'Publish')
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Pat Olsen' }))
    // The message may be gone once the board is drawn, so it is awaited from before the press.
    const told = screen.findByText('Published. 2 people are told.')
    await Promise.all([userEvent.click(dialog.getByRole('button', { name: 'Publish' })), told])
    await says('2 unpublished')
  },
})

export const Month = meta.story({
  tags: ['whole'],
  parameters: { path: '/schedule?view=month' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('button', { name: /Canyon Lakes Elementary/ })[0]).toBeVisible())
  },
})

/** A year that nothing is planned in. */
const YEAR = Number(runningClock.day().slice(0, 4)) + 2

/** Days are chosen by keys, Later and Earlier go on from the chosen day, and dragging over weeks begins an event. */
export const MonthByHand = meta.story({
  tags: ['whole'],
  parameters: { path: `/schedule?view=month&day=${YEAR}-03-10` },
  globals: { person: 'office' },
  play: async ({ canvas, userEvent }) => {
    const day = (date: string) => canvas.findByRole('gridcell', { name: formatWeekday(date) })
    const chosen = async (date: string) =>
      waitFor(async () => expect(await day(date)).toHaveAttribute('aria-selected', 'true'))
    ;(await day(`${YEAR}-03-10`)).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    await chosen(`${YEAR}-03-18`)
    await expect(await day(`${YEAR}-03-18`)).toHaveFocus()
    await canvas.findByRole('complementary', { name: formatWeekday(`${YEAR}-03-18`) })
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await chosen(`${YEAR}-04-01`)
    await waitFor(async () => expect(await day(`${YEAR}-04-01`)).toHaveFocus())
    await userEvent.click(canvas.getByRole('button', { name: 'Later' }))
    await chosen(`${YEAR}-05-01`)
    await userEvent.click(await day(`${YEAR}-05-12`))
    await chosen(`${YEAR}-05-12`)
    const [first, last] = [await day(`${YEAR}-05-12`), await day(`${YEAR}-05-19`)]
    // Only the browser's own pointers can be captured.
    first.setPointerCapture = () => {}
    const on = (target: HTMLElement) => {
      const { left, bottom } = target.getBoundingClientRect()
      return { target, coords: { clientX: left + 4, clientY: bottom - 4 } }
    }
    await userEvent.pointer([
      { keys: '[MouseLeft>]', ...on(first) },
      on(last),
      { keys: '[/MouseLeft]', target: document.body },
    ])
    const dialog = within(await screen.findByRole('dialog', { name: 'Add event' }))
    await expect(dialog.getByLabelText(/^Start date/)).toHaveValue(`05/12/${YEAR}`)
    await expect(dialog.getByLabelText(/^End date/)).toHaveValue(`05/19/${YEAR}`)
  },
})

/** A draft is deleted by those who plan, who need not be able to delete what was published, and after a question. */
export const DeletingADraft = meta.story({
  tags: ['whole'],
  globals: { person: 'office' },
  play: async ({ app, canvas, userEvent }) => {
    await waitFor(() =>
      expect(canvas.getByRole('region', { name: 'Unpublished changes' })).toHaveTextContent('5 unpublished'),
    )
    await userEvent.click(within(row('Aisha Kone')).getByRole('gridcell', { name: /draft/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit assignment' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    const namesLeft = async () =>
      (
        await app?.http<{ user_name: string }[]>('/api/schedule_events', {
          query: { draft: true, kind: 'assignment' },
        })
      )?.map(({ user_name }) => user_name)
    await waitFor(async () => expect(await namesLeft()).toEqual(['Sam Whitfield', 'Pat Olsen']))
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
})

/** Customers see the month and no other view, since no work is ever assigned to them. */
export const CustomersMonth = meta.story({
  tags: ['whole'],
  parameters: { path: '/schedule' },
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('gridcell', { selected: true })
    await expect(canvas.queryByRole('radiogroup', { name: 'View' })).toBeNull()
    // The panel counts no people, since customers may not see who works.
    await expect(await within(canvas.getByRole('complementary')).findByText('Rough-in')).toBeVisible()
    await expect(canvas.queryByText(/people on/)).toBeNull()
  },
})

/** Plans the manager for today and publishes that. */
async function ownWork({ http, find }: Preparing): Promise<string> {
  const today = runningClock.day()
  const user_id = await find('/users', MANAGER)
  const project_id = await find('/projects', 'Pasco Dental')
  await http(`/api/users/${user_id}`, { method: 'PATCH', body: { schedulable: true } })
  const work = { kind: 'assignment', user_id, project_id, start_date: today, end_date: today }
  const confirmed = ['time_off', 'double_booking', 'ratio']
  const made = await http<{ id: number }>('/api/schedule_events', { method: 'POST', body: { ...work, confirmed } })
  await http('/api/schedule_events/publish', { method: 'POST', body: { ids: [made.id] } })
  return '/schedule?view=agenda'
}

/** An answer counts until a change is published; the agenda leads to the other views. */
export const AnswerCleared = meta.story({
  tags: ['whole'],
  parameters: { path: ownWork },
  globals: { person: 'manager' },
  play: async ({ app, canvas, userEvent }) => {
    await canvas.findByRole('radio', { name: 'Project Gantt' })
    const job = within(await canvas.findByRole('article', { name: /Pasco Dental/ }))
    await userEvent.click(job.getByRole('button', { name: 'Confirm' }))
    await job.findByText('You confirmed')
    const resource = app?.services.api(scheduleEvents)
    const event = app?.services.store
      .of(scheduleEvents)
      .all.peek()
      .find((item) => item.peek().user_name === MANAGER)
    const id = event?.peek().id ?? 0
    await resource?.save({ id, start_time: '05:30' })
    await resource?.actOnAll('publish', { ids: [id] })
    await job.findByText('5:30 AM')
    await job.findByRole('button', { name: 'Confirm' })
  },
})

/** On phones the schedule is an agenda, day by day. */
export const AgendaOnPhone = meta.story({
  parameters: { path: '/schedule' },
  globals: phone,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('region', { name: 'Tomorrow' })).toBeVisible())
    await waitFor(() => expect(canvas.getAllByText('Pat Olsen')[0]).toBeVisible())
  },
})

/** The address of a calendar is shown once, when it is made. */
export const Subscribe = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const open = async () => {
      await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
      await choose(userEvent, 'Subscribe')
    }
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Make address' }))
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveDisplayValue(/\/calendar\/[0-9a-f]{48}\.ics$/))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await open()
    await expect(await screen.findByRole('button', { name: 'New address' })).toBeVisible()
    await expect(screen.queryByLabelText('Address')).toBeNull()
  },
})
