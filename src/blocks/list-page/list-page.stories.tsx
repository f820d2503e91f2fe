import { HttpResponse, delay, http } from 'msw'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview, { runningClock } from '../../../.storybook/preview.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Column } from '#ui/table/column.ts'
import { Of } from '../story.tsx'
import { ListPage } from './list-page.tsx'

const meta = preview.meta({ title: 'Blocks/List page', component: ListPage, parameters: { path: '/' } })
type Row = RecordOf<Entity>
const text = (row: Row, key: string) => String({ ...row }[key] ?? '')
const columns: readonly Column<Row>[] = [
  { key: 'name', header: 'Customer', cell: (row) => <b>{text(row, 'name')}</b>, sortable: true, phone: 'title' },
  { key: 'email', header: 'Email', cell: (row) => text(row, 'email'), sortable: true, phone: 'sub' },
]
const rowHref = ({ id }: Row) => `/customers/${id}`
const onAdd = fn()
const add = { label: 'Add customer', onAdd }
const empty = { title: 'No customers yet.', text: 'Add the companies and people you work for.' }
const render = () => (
  <Of name="customer">{(entity) => <ListPage {...{ entity, columns, rowHref, add, empty }} title="Customers" />}</Of>
)
const nothing = { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 }

/** Twenty rows are loaded at a time, the next ones before the end is reached. */
export const Rows = meta.story({
  render,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Apex General Contractors')).toBeVisible())
    await expect(canvas.getByText('40')).toBeVisible()
  },
})

export const Dark = meta.story({ ...Rows.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Rows.input, globals: { viewport: { value: 'phone' } } })

export const Sorted = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Apex General Contractors')
    await userEvent.click(canvas.getByRole('button', { name: 'Customer' }))
    await waitFor(() => expect(canvas.getByText('Yakima Valley Hospital')).toBeVisible())
  },
})

/** The search matches any part of a name, ignoring case. */
export const Found = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'WINERY')
    await waitFor(() => expect(canvas.getByText('Red Mountain Winery')).toBeVisible())
    await waitFor(() => expect(canvas.getAllByRole('row')).toHaveLength(2))
  },
})

export const NothingFound = meta.story({
  tags: ['whole'],
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox'), 'opera')
    await waitFor(() => expect(canvas.getByText('Nothing here matches “opera”.')).toBeVisible())
  },
})

/** A remote change updates the row in place. */
export const ChangedElsewhere = meta.story({
  render,
  play: async ({ canvas, app }) => {
    await canvas.findByText('Apex General Contractors')
    const customers = app?.services.store.byName('customer')
    const apex = customers?.all.peek().find((row) => text(row.peek(), 'name').startsWith('Apex'))
    if (apex)
      customers?.put(
        [{ ...apex.peek(), name: 'Apex Builders', updated_at: runningClock.now().toISOString() }],
        'remote',
      )
    await waitFor(() => expect(canvas.getByText('Apex Builders')).toBeVisible())
  },
})

const projectColumns: readonly Column<Row>[] = [
  { key: 'name', header: 'Project', cell: (row) => <b>{text(row, 'name')}</b>, sortable: true, phone: 'title' },
  { key: 'customer_name', header: 'Customer', cell: (row) => text(row, 'customer_name'), phone: 'sub' },
]
const groups = ['customer_id', 'overtime_rule']
const batch = ['overtime_rule']
const grouped = () => (
  <Of name="project">
    {(entity) => <ListPage {...{ entity, empty, groups, batch }} columns={projectColumns} title="Projects" />}
  </Of>
)

/** The server counts the groups, also of what is not loaded; a folded group's rows are left out. */
export const Groups = meta.story({
  tags: ['whole'],
  render: grouped,
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Badger Mountain Dental')
    await userEvent.click(canvas.getByRole('button', { name: 'View' }))
    const menu = within(await screen.findByRole('dialog', { name: 'View' }))
    await userEvent.click(menu.getByRole('combobox', { name: 'Group by' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Overtime rule' }))
    await userEvent.keyboard('{Escape}')
    const head = await canvas.findByRole('button', { name: /^Standard \d+$/ })
    await expect(canvas.getByText('Badger Mountain Elementary')).toBeVisible()
    await userEvent.click(head)
    await waitFor(() => expect(canvas.getByRole('button', { name: /^Prevailing \d+$/ })).toBeVisible())
    await waitFor(() => expect(canvas.getByText('Badger Mountain Dental')).toBeVisible())
    await waitFor(() => expect(canvas.queryByText('Badger Mountain Elementary')).toBeNull())
  },
})

/** Rows that are not loaded are ticked with the others. */
export const TickedAll = meta.story({
  tags: ['whole'],
  render: grouped,
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Badger Mountain Dental')
    await userEvent.click(canvas.getAllByRole('checkbox', { name: /^Select/ })[1] as HTMLElement)
    await expect(await canvas.findByText('1 selected')).toBeVisible()
    const total = canvas.getByRole('heading', { name: /Projects/ }).textContent?.match(/\d+/)?.[0]
    await userEvent.click(canvas.getByRole('button', { name: `Select all ${total}` }))
    await waitFor(() => expect(canvas.getByText(`${total} selected`)).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Overtime rule' })).toBeVisible()
  },
})

export const Empty = meta.story({
  render,
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.json(nothing))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No customers yet.')).toBeVisible())
  },
})

export const Loading = meta.story({
  render,
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => delay('infinite'))),
})

export const Failed = meta.story({
  render,
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

export const Offline = meta.story({
  render,
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers', () => HttpResponse.error())),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No connection.')).toBeVisible())
  },
})

/** The server refuses the request. */
export const NoPermission = meta.story({
  render,
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})
