import { HttpResponse, delay, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Projects', component: App, parameters: { path: '/projects' } })

/** The customers in the list. */
const customers = (canvas: Pick<typeof screen, 'getAllByRole'>) =>
  new Set(
    canvas
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent),
  )

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

/** By customer, phase and person, each of them and all together; the button says how many are set. */
export const Narrowed = meta.story({
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('54 active')
    await userEvent.click(canvas.getByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.type(filters.getByRole('combobox', { name: 'Customer' }), 'kennew')
    await userEvent.click(await screen.findByRole('option', { name: /Kennewick School District/ }))
    await waitFor(() => expect(canvas.queryByText('54 active')).toBeNull())
    await waitFor(() => expect(customers(canvas)).toEqual(new Set(['Kennewick School District'])))
    const before = canvas.getAllByRole('row').length
    await userEvent.click(filters.getByRole('combobox', { name: 'Phase' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Underground' }))
    await waitFor(() => expect(canvas.queryAllByRole('row').length).toBeLessThan(before))
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Filters 2' })).toBeVisible())
    await userEvent.click(filters.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(canvas.getByText('54 active')).toBeVisible())
  },
})

export const NarrowedOnPhone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.type(filters.getByRole('combobox', { name: 'Person' }), 'alex w')
    await userEvent.click(await screen.findByRole('option', { name: /Alex Winters/ }))
    await waitFor(() =>
      expect(within(canvas.getByRole('list', { name: 'Projects' })).getAllByRole('link')).toHaveLength(1),
    )
  },
})

/** Guests have one customer's projects as it is: there is nothing to narrow. */
export const GuestsDoNotNarrow = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await canvas.findByText(/^\d+ active$/)
    for (const name of ['Filters', 'CSV']) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})
