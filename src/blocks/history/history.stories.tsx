import { HttpResponse, delay, http } from 'msw'
import { expect, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ParentScope } from '../services/services.tsx'
import { Of, One } from '../story.tsx'
import { History } from './history.tsx'

const meta = preview.meta({ title: 'Blocks/History', component: History, parameters: { path: '/' } })
const render = () => (
  <div style={{ padding: '1rem', maxWidth: '40rem' }}>
    <Of name="customer">
      {(entity) => (
        <One entity={entity} id={1}>
          {(record) => <History entity={entity} record={record} />}
        </One>
      )}
    </Of>
  </div>
)

/** Changes are listed newest first. */
export const Changes = meta.story({
  render,
  async beforeEach({ app }) {
    const customer = await app?.http('/api/customers/1')
    await app?.http('/api/customers/1', { method: 'PATCH', body: { ...customer, name: 'Kennewick SD 17' } })
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Kennewick SD 17')).toBeVisible())
    await expect(canvas.getByText('Dana Mercer')).toBeVisible()
    await expect(canvas.getAllByRole('listitem')).toHaveLength(2)
  },
})

/** A change of today is undone from here, and that is a change of its own. */
export const Undoing = meta.story({
  ...Changes.input,
  play: async ({ canvas, userEvent }) => {
    const [latest] = await canvas.findAllByRole('listitem')
    if (!latest) throw new Error('There is no history.')
    await userEvent.click(within(latest).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(3))
    const [undoing, undone] = canvas.getAllByRole('listitem')
    await expect(undoing).toHaveTextContent(/Dana Mercer undid.*Kennewick SD 17 → /)
    await expect(within(undoing as HTMLElement).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(within(undone as HTMLElement).queryByRole('button', { name: 'Undo' })).toBeNull()
  },
})

/** Who takes a step for somebody is named with them, whoever the record is with by now. */
export const ForAnother = meta.story({
  render: () => (
    <ParentScope project_id={1}>
      <Of name="punch_item">
        {(entity) => (
          <One entity={entity} id={2}>
            {(record) => <History entity={entity} record={record} />}
          </One>
        )}
      </Of>
    </ParentScope>
  ),
  async beforeEach({ app }) {
    await app?.http('/api/punch_items/2/complete', { method: 'POST' })
    await app?.http('/api/punch_items/2', { method: 'PATCH', body: { assigned_id: null } })
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(3))
    await expect(canvas.getAllByRole('listitem')[1]).toHaveTextContent(/^Dana Mercer completed for Kim Tran/)
  },
})

export const Dark = meta.story({ ...Changes.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Addresses are formatted. */
export const Moved = meta.story({
  tags: ['whole'],
  render: () => (
    <Of name="project">
      {(entity) => (
        <One entity={entity} id={1}>
          {(record) => <History entity={entity} record={record} />}
        </One>
      )}
    </Of>
  ),
  beforeEach: async ({ app }) =>
    void (await app?.http('/api/projects/1', {
      method: 'PATCH',
      body: { address: { line1: '5 Oak St', city: 'Pasco', state: 'WA' } },
    })),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('5 Oak St, Pasco, WA')).toBeVisible())
    await expect(canvas.getByText('1514 W 21st Ave, Kennewick, WA 99337')).toBeVisible()
  },
})

/** Roles are words, and what the server stamps is left out. */
export const Words = meta.story({
  tags: ['whole'],
  render: () => (
    <Of name="user">
      {(entity) => (
        <One entity={entity} id={5}>
          {(record) => <History entity={entity} record={record} />}
        </One>
      )}
    </Of>
  ),
  async beforeEach({ app }) {
    const user = await app?.http('/api/users/5')
    await app?.http('/api/users/5', { method: 'PATCH', body: { ...user, role: 'project_manager' } })
    await app?.http('/api/users/5/deactivate', { method: 'POST' })
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Project manager')).toBeVisible())
    await expect(canvas.getByText(/deactivated/)).toBeVisible()
    await expect(canvas.queryByText(/_/)).toBeNull()
  },
})

export const Loading = meta.story({
  render,
  beforeEach: ({ msw }) => void msw.use(http.get('/api/customers/:id/history', () => delay('infinite'))),
})

export const Failed = meta.story({
  render,
  beforeEach: ({ msw }) =>
    void msw.use(http.get('/api/customers/:id/history', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})
