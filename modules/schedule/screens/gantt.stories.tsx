import { expect, screen, waitFor, within } from 'storybook/test'
import { addDays, dayIn } from '#lib/days.ts'
import preview, { App, at, type Preparing } from '../../../.storybook/preview.tsx'

/** The schedule as bars over weeks, of all jobs or of one, with what each bar waits for. */
const meta = preview.meta({ title: 'Screens/Gantt', component: App, parameters: { path: '/schedule?view=gantt' } })
const phone = { viewport: { value: 'phone' } }
const bars = (name: RegExp) => screen.findAllByRole('button', { name })
const job = { path: at('/projects', 'Canyon Lakes Elementary', (id) => `/projects/${id}/schedule`) }

/** Moving a bar by keys shows what moves with it, and saves both at once. */
export const Chain = meta.story({
  tags: ['whole'],
  parameters: job,
  play: async ({ app, canvas, userEvent }) => {
    const [roughIn] = await bars(/^Rough-in, .* % complete/)
    const [trim] = await bars(/^Trim, .*0 % complete/)
    const before = trim?.getAttribute('aria-label')?.split(',').slice(1, 4).join()
    roughIn?.focus()
    // Its end, by two work days.
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    const pending = await canvas.findByRole('region', { name: 'Not saved yet' })
    await expect(pending).toHaveTextContent('Trim moves with it.')
    await expect(trim).toHaveAccessibleName(/not saved/)
    const sent = await app?.http<{ kind: string; draft: boolean }[]>('/api/schedule_events', {
      query: { kind: 'phase' },
    })
    await expect(sent?.filter(({ draft }) => draft)).toHaveLength(2)
    await userEvent.click(within(pending).getByRole('button', { name: 'Save 2 bars' }))
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Not saved yet' })).toBeNull())
    await expect(trim?.getAttribute('aria-label')).not.toContain(before)
    await expect(trim).not.toHaveAccessibleName(/not saved/)
  },
})

/** Escape takes back what is not saved. */
export const TakenBack = meta.story({
  tags: ['whole'],
  parameters: job,
  play: async ({ canvas, userEvent }) => {
    const [roughIn] = await bars(/^Rough-in, /)
    const name = roughIn?.getAttribute('aria-label')
    roughIn?.focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect(roughIn?.getAttribute('aria-label')).not.toBe(name)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Not saved yet' })).toBeNull())
    await expect(roughIn?.getAttribute('aria-label')).toBe(name)
  },
})

/** The eye hides a bar from customers and shows it again; a bar opens with its people and what it waits for. */
export const Eye = meta.story({
  tags: ['whole'],
  parameters: job,
  play: async ({ userEvent }) => {
    const eye = await screen.findByRole('button', { name: 'Customers see Trim' })
    await userEvent.click(eye)
    const hidden = await screen.findByRole('button', { name: 'Customers do not see Trim' })
    await userEvent.click(hidden)
    await screen.findByRole('button', { name: 'Customers see Trim' })
    const [trim] = await bars(/^Trim, /)
    if (trim) await userEvent.click(trim)
    const panel = await screen.findByRole('dialog', { name: 'Trim' })
    await expect(panel).toHaveTextContent('Blocked byRough-in')
    const percent = within(panel).getByRole('spinbutton', { name: 'Percent complete' })
    await userEvent.clear(percent)
    await userEvent.type(percent, '101')
    await userEvent.tab()
    await waitFor(() => expect(panel).toHaveTextContent('Percent complete must be 100 or less.'))
  },
})

/** A phase that lacks people this week says so in its row, as its panel does. */
export const Lacking = meta.story({
  tags: ['whole'],
  parameters: {
    path: async ({ http, find }: Preparing) => {
      const project_id = await find('/projects', 'Canyon Lakes Elementary')
      const [trim, today] = [await find('/phases', 'Trim'), dayIn('America/Los_Angeles')]
      const body = {
        kind: 'phase',
        project_id,
        phase_id: trim,
        headcount: { journeyman: 0, apprentice: 0, laborer: 40 },
      }
      const span = { start_date: addDays(today, -3), end_date: addDays(today, 3) }
      await http('/api/schedule_events', { method: 'POST', body: { ...body, ...span } })
      return `/projects/${project_id}/schedule`
    },
  },
  play: async ({ canvas, userEvent }) => {
    const lacking = await canvas.findByText(/^[34]\d L missing$/)
    const row = lacking.closest('li') ?? document.body
    await userEvent.click(within(row).getByRole('button', { name: /^Trim, / }))
    const panel = await screen.findByRole('dialog', { name: 'Trim' })
    await waitFor(() => expect(panel).toHaveTextContent(`Assigned this week${lacking.textContent}`))
  },
})

/** All projects, with their phases folded under them. */
export const Projects = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const chart = await canvas.findByRole('group', { name: 'Schedule of projects' })
    const project = await within(chart).findByRole('button', { name: /Canyon Lakes Elementary/ })
    const count = within(chart).getAllByRole('listitem').length
    await userEvent.click(project)
    await waitFor(() => expect(within(chart).getAllByRole('listitem')).toHaveLength(count - 2))
  },
})

export const ProjectsDark = meta.story({ ...Projects.input, tags: ['whole'], globals: { theme: 'dark' } })

export const OnPhone = meta.story({
  parameters: job,
  globals: phone,
  play: async () => {
    await expect((await bars(/^Rough-in, /))[0]).toBeVisible()
  },
})

/** A project without phases says how to begin. */
export const Empty = meta.story({
  parameters: { path: at('/projects', 'Meadow Springs Elementary', (id) => `/projects/${id}/schedule`) },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('No phases yet.')).toBeVisible()
    await expect(canvas.getAllByRole('button', { name: 'Add phase' })[0]).toBeVisible()
  },
})
