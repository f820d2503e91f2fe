import { expect, screen, within, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/Phases', component: App, parameters: { path: '/setup/phases' } })

/** Phases are grouped by type. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Construction' })).toBeVisible())
    await expect(canvas.getAllByRole('button', { name: /^Edit / })).toHaveLength(7)
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Editing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const [first] = await canvas.findAllByRole('button', { name: /^Edit / })
    if (first) await userEvent.click(first)
    await screen.findByRole('dialog', { name: 'Edit phase' })
    await expect(screen.getByRole('textbox', { name: /Name/ })).toHaveValue('Underground')
  },
})

export const EditingOnPhone = meta.story({ ...Editing.input, globals: { viewport: { value: 'phone' } } })

/** A phase in use cannot be deleted, and the server's message says why. */
export const Deleting = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const [first] = await canvas.findAllByRole('button', { name: /^Delete / })
    if (first) await userEvent.click(first)
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/in use|deleted/)
  },
})
