import { expect, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Page Not Found', component: App, parameters: { path: '/no/such/page' } })

export const Desk = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Page Not Found' })).toBeVisible())
    await expect(canvas.getByText('Sorry, the page you are looking for could not be found.')).toBeVisible()
  },
})

export const Phone = meta.story({ ...Desk.input, globals: { viewport: { value: 'phone' } } })
