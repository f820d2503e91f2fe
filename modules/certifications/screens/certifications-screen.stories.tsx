import { expect, screen, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Certifications',
  component: App,
  parameters: { path: '/setup/certifications' },
})

/** What expires first comes first; a second one of a name is refused at its field. */
export const Adding = meta.story({
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('expires in 45 days')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Add certification' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add certification' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText('Person is required')).toBeVisible()
  },
})

/** Others see their own, and change nothing. */
export const Own = meta.story({
  tags: ['whole'],
  parameters: { path: '/certifications' },
  globals: { person: 'employee', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Kim Tran/ }))
    await expect(await canvas.findByText('36-2210094')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Edit' })).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Upload scan' })).toBeNull()
  },
})
