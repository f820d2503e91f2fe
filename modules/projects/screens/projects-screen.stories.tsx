import { HttpResponse, delay, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Projects', component: App, parameters: { path: '/projects' } })

/** The customers shown in the list. */
const customers = (canvas: Pick<typeof screen, 'getAllByRole'>) =>
  new Set(
    canvas
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent),
  )

/** Active projects are listed by default. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('24 active')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Tablet = meta.story({ globals: { viewport: { value: 'tablet' } } })

/** On a phone, each project is a list item and the add button is in the bottom bar. */
export const Phone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('list', { name: 'Projects' })).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible()
  },
})

export const PhoneDark = meta.story({
  ...Phone.input,
  tags: ['whole'],
  globals: { viewport: { value: 'phone' }, theme: 'dark' },
})

/** A foreman sees all projects but cannot add any. */
export const Foreman = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('24 active')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add project' })).toBeNull()
  },
})

/** A customer's guest sees only that customer's projects. */
export const CustomerGuest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await canvas.findByText(/^\d+ active$/)
    const customers = canvas.getAllByText('Kennewick School District')
    await expect(canvas.getAllByRole('row')).toHaveLength(customers.length + 1)
  },
})

/** A contact sees only the projects whose team they are on. */
export const ContactGuest = meta.story({
  tags: ['whole'],
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('1 active')).toBeVisible())
  },
})

export const Archived = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('24 active')
    await userEvent.click(canvas.getByText('Archived'))
    await waitFor(() => expect(canvas.getByText('36 archived')).toBeVisible())
  },
})

/** An empty list explains that there are no projects with this status. */
export const Empty = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/projects', () => HttpResponse.json({ data: [], current_page: 1, last_page: 1, total: 0 })),
    ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No projects here.')).toBeVisible())
  },
})

export const NothingFound = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'opera house')
    await waitFor(() => expect(canvas.getByText('Nothing here matches “opera house”.')).toBeVisible())
  },
})

/** Skeleton rows are shown while loading, so that the layout does not shift. */
export const Loading = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get('/api/projects', async () => {
        await delay('infinite')
        return HttpResponse.json({})
      }),
    ),
})

export const Failed = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

/** Without a network the list can be retried. */
export const Offline = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects', () => HttpResponse.error())),
  play: async ({ canvas, userEvent, msw }) => {
    await waitFor(() => expect(canvas.getByText('No connection.')).toBeVisible())
    msw.resetHandlers()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getByText('24 active')).toBeVisible())
  },
})

/** The list can be filtered by customer and phase together; a chip says each, and takes it away. */
export const Narrowed = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('24 active')
    await userEvent.click(canvas.getByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.type(await filters.findByRole('combobox', { name: 'Customer' }), 'mcnary')
    await userEvent.click(await screen.findByRole('option', { name: /McNary Lock Authority/ }))
    await waitFor(() => expect(canvas.queryByText('24 active')).toBeNull())
    await waitFor(() => expect(customers(canvas)).toEqual(new Set(['McNary Lock Authority'])))
    const before = canvas.getAllByRole('row').length
    await userEvent.click(await filters.findByRole('combobox', { name: 'Phase' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Punch' }))
    await waitFor(() => expect(canvas.queryAllByRole('row').length).toBeLessThan(before))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove the filter Phase: Punch' }))
    await waitFor(() => expect(canvas.queryAllByRole('row').length).toBe(before))
    await expect(
      canvas.getByRole('button', { name: 'Remove the filter Customer: McNary Lock Authority' }),
    ).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(canvas.getByText('24 active')).toBeVisible())
  },
})

export const NarrowedOnPhone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.type(await filters.findByRole('combobox', { name: 'Person' }), 'alex w')
    await userEvent.click(await screen.findByRole('option', { name: /Alex Winters/ }))
    await waitFor(() =>
      expect(within(canvas.getByRole('list', { name: 'Projects' })).getAllByRole('link')).toHaveLength(1),
    )
  },
})

/** Guests see a single customer's projects, so they have no filters. */
export const GuestsDoNotNarrow = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await canvas.findByText(/^\d+ active$/)
    for (const name of ['Filters', 'More for projects']) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** Projects come in from a spreadsheet, with customers that are added on the way. */
export const Importing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import projects' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is nothing to drop a file into.')
    const lines = [
      'Number;Name;Customer;Street;State',
      'Z-1;Silo;New Farm;5 Oak St;Washington',
      'Z-2;Barn;apex general contractors;;',
    ]
    await userEvent.upload(input, new File([`sep=;\n${lines.join('\n')}`], 'projects.csv', { type: 'text/csv' }))
    await waitFor(() => expect(dialog.getByText('Line 3: There is no customer New Farm.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Add customer New Farm' }))
    await waitFor(() => expect(dialog.getByText('2 projects would be added.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import projects' })).toBe(null))
    await userEvent.type(canvas.getByRole('searchbox'), 'Silo')
    await waitFor(() => expect(canvas.getByText('New Farm')).toBeVisible())
  },
})
