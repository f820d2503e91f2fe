import { HttpResponse, http } from 'msw'
import { expect, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Of } from '../story.tsx'
import { LastChanges } from './last-changes.tsx'

const meta = preview.meta({ title: 'Blocks/Last changes', component: LastChanges, parameters: { path: '/' } })
const render = () => (
  <Of name="customer">{(entity) => <LastChanges entity={entity} of={[entity]} onClose={() => {}} />}</Of>
)

/** What is gone since is brought back from here too, by whoever may edit it. */
export const Deleted = meta.story({
  render,
  async beforeEach({ app }) {
    const made = await app?.http<{ id: number }>('/api/customers', { method: 'POST', body: { name: 'Short Lived' } })
    await app?.http(`/api/customers/${made?.id}`, { method: 'DELETE' })
  },
  play: async ({ userEvent }) => {
    const list = within(document.body)
    const [latest] = await list.findAllByRole('listitem')
    if (!latest) throw new Error('There are no changes.')
    await expect(latest).toHaveTextContent(/^.*Dana Mercer deleted1 customer · /)
    await userEvent.click(within(latest).getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(list.getAllByRole('listitem')[0]).toHaveTextContent(/undid “deleted”Short Lived · .*Do again/),
    )
    await expect(list.getAllByRole('listitem')[1]).toHaveTextContent(/undone$/)
  },
})

export const Nothing = meta.story({
  render,
  play: async () => {
    await expect(await within(document.body).findByText('Nothing was changed in the last day.')).toBeVisible()
  },
})

export const Failed = meta.story({
  render,
  beforeEach: ({ msw }) =>
    void msw.use(http.get('/api/customers/last_changes', () => HttpResponse.json({}, { status: 500 }))),
  play: async () => {
    await expect(await within(document.body).findByText('This could not be loaded.')).toBeVisible()
  },
})
