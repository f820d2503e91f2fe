import { expect, screen, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Setup/Default cost codes',
  component: App,
  parameters: { path: '/setup/default_cost_codes' },
})

export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Electrical')).toBeVisible())
  },
})

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Adding = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Add / }))
    await screen.findByRole('dialog', { name: /^Add / })
  },
})

export const AddingOnPhone = meta.story({ ...Adding.input, globals: { viewport: { value: 'phone' } } })
