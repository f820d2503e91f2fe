import { HttpResponse, delay, http } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Page } from '../page/page.tsx'
import { Of } from '../story.tsx'
import { Detail } from './detail.tsx'
import { Facts } from './facts.tsx'

const meta = preview.meta({ title: 'Blocks/Detail', component: Detail, parameters: { path: '/' } })
const list = { href: '/customers', label: 'Customers' }
const showing = (id: string) => () => (
  <Of name="customer">
    {(entity) => (
      <Detail entity={entity} id={id} list={list}>
        {(record) => <Page title={'name' in record ? String(record.name) : ''}>{facts}</Page>}
      </Detail>
    )}
  </Of>
)
const facts = (
  <Card>
    <Facts
      items={[
        { label: 'Number', value: '26-041' },
        { label: 'Customer', value: 'Kennewick School District' },
        { label: 'Rate rule', value: <Tag tone="prevailing">Prevailing</Tag> },
        { label: 'Address', value: null },
      ]}
    />
  </Card>
)

export const Record = meta.story({
  render: showing('1'),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Kennewick School District' })).toBeVisible())
  },
})

export const Dark = meta.story({ ...Record.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Record.input, globals: { viewport: { value: 'phone' } } })

/** A record that is deleted, not visible or never existed shows a link back to the list. */
export const Gone = meta.story({
  render: showing('9999'),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('link', { name: 'Customers' })).toBeVisible())
  },
})

export const NoPermission = meta.story({
  render: showing('1'),
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})

export const Offline = meta.story({
  render: showing('1'),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers/:id', () => HttpResponse.error())),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No connection.')).toBeVisible())
  },
})

export const Failed = meta.story({
  render: showing('1'),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers/:id', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas, userEvent, msw }) => {
    await canvas.findByText('This could not be loaded.')
    msw.resetHandlers()
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Kennewick School District' })).toBeVisible())
  },
})

export const Loading = meta.story({
  render: showing('1'),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers/:id', () => delay('infinite'))),
})
