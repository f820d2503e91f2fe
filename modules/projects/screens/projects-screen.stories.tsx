import { HttpResponse, delay, http } from 'msw'
import { expect, screen, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Projects', component: App, parameters: { path: '/projects' } })

/** Active projects first; the whole row leads to the project. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('54 active')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Tablet = meta.story({ globals: { viewport: { value: 'tablet' } } })

/** Each project is a line; the main action is in the bar at the thumb. */
export const Phone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('list', { name: 'Projects' })).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible()
  },
})

export const PhoneDark = meta.story({ ...Phone.input, globals: { viewport: { value: 'phone' }, theme: 'dark' } })

/** A foreman sees every project and adds none. */
export const Foreman = meta.story({
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('54 active')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add project' })).toBeNull()
  },
})

/** A customer's guest sees that customer's projects and nothing else. */
export const CustomerGuest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await canvas.findByText(/^\d+ active$/)
    const customers = canvas.getAllByText('Kennewick School District')
    await expect(canvas.getAllByRole('row')).toHaveLength(customers.length + 1)
  },
})

/** A contact sees the projects whose team names them. */
export const ContactGuest = meta.story({
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('1 active')).toBeVisible())
  },
})

export const Archived = meta.story({
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('54 active')
    await userEvent.click(canvas.getByText('Archived'))
    await waitFor(() => expect(canvas.getByText('6 archived')).toBeVisible())
  },
})

/** Nothing with this status yet: what to do about it, for whom may. */
export const Empty = meta.story({
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/projects', () => HttpResponse.json({ data: [], current_page: 1, last_page: 1, total: 0 })),
    ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No projects here.')).toBeVisible())
  },
})

export const NothingFound = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'opera house')
    await waitFor(() => expect(canvas.getByText('Nothing here matches “opera house”.')).toBeVisible())
  },
})

/** Grey lines stand where rows will be; nothing jumps when they come. */
export const Loading = meta.story({
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/projects', async () => {
        await delay('infinite')
        return HttpResponse.json({})
      }),
    ),
})

export const Failed = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

/** The network is gone; trying again brings the list as soon as there is one. */
export const Offline = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects', () => HttpResponse.error())),
  play: async ({ canvas, userEvent, msw }) => {
    await waitFor(() => expect(canvas.getByText('No connection.')).toBeVisible())
    msw.resetHandlers()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getByText('54 active')).toBeVisible())
  },
})

/** A new project is offered the next free number. */
export const Adding = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add project' }))
    await screen.findByRole('dialog', { name: 'Add Project' })
    await expect(screen.getByRole('textbox', { name: /Number/ })).toHaveValue('26-061')
  },
})

export const AddingOnPhone = meta.story({ ...Adding.input, globals: { viewport: { value: 'phone' } } })

/** What is missing is said at its field, before the server is asked. */
export const AddingWithGaps = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add project' }))
    await screen.findByRole('dialog', { name: 'Add Project' })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText('Name is required')).toBeVisible())
    await expect(screen.getByText('Customer is required')).toBeVisible()
  },
})

/** What the server alone can know stands at its field too. */
export const NumberTaken = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add project' }))
    await screen.findByRole('dialog', { name: 'Add Project' })
    await userEvent.click(screen.getByRole('combobox', { name: /Customer/ }))
    await userEvent.click(await screen.findByRole('option', { name: /Apex/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Opera House')
    const number = screen.getByRole('textbox', { name: /Number/ })
    await userEvent.clear(number)
    await userEvent.type(number, '26-001')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText('Project number already in use.')).toBeVisible())
  },
})
