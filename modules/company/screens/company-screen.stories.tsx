import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/Company', component: App, parameters: { path: '/setup/company' } })

export const Admin = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Company' })).toBeVisible())
    await canvas.findByRole('button', { name: 'Edit' })
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Editing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const edit = await canvas.findByRole('button', { name: 'Edit' })
    await waitFor(() => expect(edit).toBeEnabled())
    await userEvent.click(edit)
    const dialog = within(await screen.findByRole('dialog'))
    const hour = dialog.getByRole('combobox', { name: /^Daily backup/ })
    await expect(hour).toHaveTextContent('6:00 AM')
    await userEvent.click(hour)
    // The list takes the pointer once it has been placed.
    await waitFor(() => userEvent.click(screen.getByRole('option', { name: '11:00 PM' })))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText('From 11:00 PM')).toBeVisible()
  },
})
