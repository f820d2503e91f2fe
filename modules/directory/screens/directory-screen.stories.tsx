import { expect, waitFor } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Directory', component: App, parameters: { path: '/directory' } })

/** The Team tab is shown first. */
export const Admin = meta.story(shows('Luis Ortega'))

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Foreman = meta.story({ ...Admin.input, globals: { person: 'foreman' } })

export const Customers = meta.story({
  parameters: { path: '/directory?tab=customers' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Apex General Contractors')).toBeVisible())
  },
})

export const Everyone = meta.story({
  parameters: { path: '/directory?tab=all' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Jo Reyes')).toBeVisible())
  },
})

export const CustomerGuest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})
