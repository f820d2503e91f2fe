import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { more, phone } from '../parts/story-steps.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes/Categories',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/cost_codes') },
})

/** Categories can be reordered; one with codes cannot be deleted. */
export const Categories = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Categories')
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }))
    dialog.getByRole('button', { name: 'Move 26 Electrical' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('26 Electrical'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete 26 Electrical' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('This is in use and cannot be deleted.')).toBeVisible())
  },
})

export const CategoriesOnPhone = meta.story({
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Categories')
    await screen.findByRole('dialog', { name: 'Categories' })
  },
})
