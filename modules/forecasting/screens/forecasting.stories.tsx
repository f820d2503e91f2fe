import { expect, screen, type userEvent as userEvents, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

/** Who is needed by license against who is available, and the hours at completion of a job (rule labor-forecast). */
const meta = preview.meta({ title: 'Screens/Forecasting', component: App, parameters: { path: '/forecasting' } })
interface Played {
  canvas: Pick<typeof screen, 'findByRole'>
  userEvent: Pick<typeof userEvents, 'click' | 'type'>
}
const phone = { viewport: { value: 'phone' } }
const hoursOf = { path: at('/projects', 'Canyon Lakes Elementary', (id) => `/forecasting/hours?project=${id}`) }

/** The week with the largest gap is shown with its phases; arrows move on, and the switch leaves out what is not sold. */
export const Labor = meta.story({
  play: async ({ canvas, userEvent }) => {
    const table = await canvas.findByRole('table', { name: /People left/ })
    const panel = () => canvas.getByRole('complementary', { name: /^Week of/ })
    await expect(panel()).toHaveTextContent(/people short/)
    await expect(panel()).toHaveTextContent(/Without tentative work, .* short/)
    const chosen = within(table).getByRole('button', { name: /^Week of/, pressed: true })
    chosen.focus()
    await userEvent.keyboard('{ArrowRight}')
    await waitFor(() => expect(within(table).getByRole('button', { name: /^Week of/, pressed: true })).not.toBe(chosen))
    await expect(document.activeElement).toHaveAttribute('aria-pressed', 'true')
    const [gap] = within(table).getAllByRole('button', { name: /show phases$/ })
    if (gap) await userEvent.click(gap)
    const [assign] = within(panel()).getAllByRole('link', { name: /^Assign people to/ })
    await expect(assign).toHaveAttribute('href', expect.stringMatching(/^\/schedule\?view=board&day=.*&project=\d+$/))
    await userEvent.click(canvas.getByRole('switch', { name: 'Include tentative' }))
    await waitFor(() => expect(panel()).not.toHaveTextContent('tentative'))
  },
})

export const LaborDark = meta.story({ ...Labor.input, tags: ['whole'], globals: { theme: 'dark' } })

export const LaborOnPhone = meta.story({
  globals: phone,
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('table', { name: /People left/ })).toBeInTheDocument()
  },
})

const suppose = async ({ canvas, userEvent }: Played, kind: string) => {
  await userEvent.click(await canvas.findByRole('button', { name: kind }))
  return within(await screen.findByRole('dialog', { name: kind }))
}
const chooseProject = async (
  { userEvent }: Pick<Played, 'userEvent'>,
  dialog: ReturnType<typeof within>,
  name: string,
) => {
  await userEvent.type(dialog.getByRole('combobox', { name: 'Project' }), name)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

/** A project is moved by weeks to see the curve; nothing is saved before that is wanted. */
export const Scenario = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    const bars = async () => {
      const all = await app?.http<{ id: number; project_name: string; start_date: string }[]>('/api/schedule_events', {
        query: { kind: 'phase' },
      })
      return all?.filter(({ project_name }) => project_name === 'Queensgate Elementary').map((one) => one.start_date)
    }
    const before = await bars()
    const dialog = await suppose({ canvas, userEvent }, 'Another start')
    await chooseProject({ userEvent }, dialog, 'Queensgate Elementary')
    const weeks = dialog.getByRole('spinbutton', { name: /Weeks later/ })
    await userEvent.type(weeks, '99')
    await userEvent.click(dialog.getByRole('button', { name: 'Suppose' }))
    await expect(dialog.getByText('Weeks later must be 26 or less.')).toBeVisible()
    await userEvent.clear(weeks)
    await userEvent.type(weeks, '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Suppose' }))
    const whatIf = canvas.getByRole('region', { name: 'What if' })
    await waitFor(() => expect(whatIf).toHaveTextContent(/begins 2 weeks later.*2 phases ahead; those under way stay/))
    await expect(canvas.getByText('Needed as planned now')).toBeVisible()
    await expect(await bars()).toEqual(before)
    await userEvent.click(within(whatIf).getByRole('button', { name: 'Move it in the plan' }))
    await waitFor(async () => expect(await bars()).not.toEqual(before))
    await waitFor(() => expect(canvas.queryByText('Needed as planned now')).toBeNull())
  },
})

/** Two hires are kept under a name, and compared with the plan, which stays as it is. */
export const WhatIfs = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const dialog = await suppose({ canvas, userEvent }, 'Hire people')
    await userEvent.type(dialog.getByRole('spinbutton', { name: /How many/ }), '20')
    await userEvent.click(dialog.getByText('Journeyman'))
    await userEvent.type(dialog.getByRole('textbox', { name: /From/ }), '1/1/2020{Tab}')
    await userEvent.click(dialog.getByRole('button', { name: 'Suppose' }))
    const table = await canvas.findByRole('table', { name: 'The plan and what-ifs compared' })
    const cells = (name: string) =>
      within(within(table).getByRole('row', { name: new RegExp(`^${name}`) })).getAllByRole('cell')
    const gapOf = (name: string) => Number.parseFloat(cells(name)[2]?.textContent ?? '')
    await expect(gapOf('Not kept yet')).toBeLessThan(gapOf('The plan'))
    await userEvent.click(canvas.getByRole('button', { name: 'Keep' }))
    const keep = within(await screen.findByRole('dialog', { name: 'Keep this what-if' }))
    await userEvent.type(keep.getByRole('textbox', { name: 'Name' }), 'Twenty more')
    await userEvent.click(keep.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Twenty more', pressed: true })).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'The plan' }))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'The plan', pressed: true })).toBeVisible())
    await expect(canvas.queryByText(/^20 journeymen from/)).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Twenty more' }))
    await waitFor(() => expect(canvas.getByText(/^20 journeymen from/)).toBeVisible())
    await userEvent.click(canvas.getByText('What these figures are made of'))
    await expect(canvas.getByText('Hired')).toBeVisible()
  },
})

/** Only the percentage is typed; Enter goes down, and what is refused stays with the reason. */
export const Hours = meta.story({
  tags: ['whole'],
  parameters: hoursOf,
  play: async ({ canvas, userEvent }) => {
    const table = await canvas.findByRole('table', { name: 'Hours at completion by code' })
    const inputs = within(table).getAllByRole('spinbutton')
    const [first, second] = inputs
    if (!first || !second) throw new Error('There are no codes.')
    await userEvent.clear(first)
    await userEvent.type(first, '101{Enter}')
    await expect(second).toHaveFocus()
    await waitFor(() => expect(table).toHaveTextContent('Percent complete must be 100 or less.'))
    await expect(first).toHaveValue('101')
    await userEvent.clear(first)
    await userEvent.type(first, '100')
    await userEvent.tab()
    await expect(second).toHaveFocus()
    const row = first.closest('tr')
    const cells = () => [...(row?.cells ?? [])].map(({ textContent }) => textContent)
    // Finished: earned what was sold, and projected what was booked.
    await waitFor(() => expect(cells()[5]).toBe(cells()[2]))
    await waitFor(() => expect(cells()[7]).toBe(cells()[3]))
  },
})

export const HoursDark = meta.story({ ...Hours.input, tags: ['whole'], globals: { theme: 'dark' } })

export const HoursOfCompany = meta.story({
  tags: ['whole'],
  parameters: { path: '/forecasting/hours' },
  play: async ({ canvas }) => {
    const table = await canvas.findByRole('table', { name: 'Hours at completion by project' })
    await expect(within(table).getByRole('link', { name: 'Canyon Lakes Elementary' })).toBeVisible()
    await expect(within(table).getByText('All projects')).toBeVisible()
  },
})

export const HoursOnPhone = meta.story({ ...HoursOfCompany.input, globals: phone })
