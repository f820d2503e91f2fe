import { expect, screen, waitFor } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Customer',
  component: App,
  parameters: { path: at('/customers', 'Kennewick School District') },
})

export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Kennewick School District' })).toBeVisible())
    await canvas.findByRole('list', { name: 'History' })
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Foreman = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Kennewick School District' })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Edit' })).toBeNull()
  },
})

export const Gone = meta.story({
  tags: ['whole'],
  parameters: { path: '/customers/9999' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This customer no longer exists.')).toBeVisible())
  },
})

/** After a conflicting save, both versions are shown and either can be kept. */
export const Conflict = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent, app }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Edit Customer' })
    const path = `/api/customers/${await app?.find('/customers', 'Kennewick School District')}`
    const customer = await app?.http(path)
    await app?.http(path, { method: 'PATCH', body: { ...customer, name: 'Kennewick Schools' } })
    const name = screen.getByRole('textbox', { name: /Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Kennewick SD 17')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText(/Someone else changed this to/)).toBeVisible())
    await expect(name).toHaveValue('Kennewick SD 17')
    await expect(screen.getByRole('button', { name: 'Take theirs' })).toBeVisible()
  },
})
